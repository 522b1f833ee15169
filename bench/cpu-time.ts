import { readFileSync } from 'node:fs'

/** The kernel counts in ticks of 10 ms on every Linux. */
const TICK_MS = 10

/** Milliseconds of processor time that a process has used, with all its threads. NaN except on Linux. */
export function cpuMs(pid: number | undefined): number {
  if (process.platform !== 'linux') return Number.NaN
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program is in brackets and may have spaces.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
