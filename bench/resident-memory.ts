import { execFileSync } from 'node:child_process'
import type { Server } from '../e2e/server.ts'

/** Megabytes of the machine's memory that a server holds now. */
export function residentMb({ pid }: Server): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}
