import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Server } from '../e2e/server.ts'

/** Megabytes of the machine's memory that a server holds now. */
export function residentMb({ pid }: Server): number {
  return residentKb(pid) / 1024
}

/** Where the system tells by a file, asking takes nothing from what is measured meanwhile. */
function residentKb(pid: number | undefined): number {
  if (process.platform === 'linux')
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))
}
