import { execFileSync } from 'node:child_process'
import type { Server } from '../../e2e/server.ts'

/** The process ids of the workers of a server that runs several. */
export function workersOf({ pid }: Server): number[] {
  return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
}
