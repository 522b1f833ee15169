import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Server } from '../e2e/server.ts'

/** Megabytes of memory that a server uses now. */
export function residentMb({ pid }: Pick<Server, 'pid'>): number {
  return residentKb(pid) / 1024
}

/** Reading a file of the system takes no time from the measured process. */
function residentKb(pid: number | undefined): number {
  if (process.platform === 'linux')
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))
}
