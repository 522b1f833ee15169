import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Config } from './config.ts'

export type Log = FastifyBaseLogger

const FLUSH_LIMIT_MS = 1000

// Who read the log may be gone, as `tee` in a pipe. The server goes on without it.
process.stdout.on('error', () => {})

/**
 * One JSON line an event. URLs with queries and headers with tokens are never logged. Pino's own way to the output tries
 * again for ever, at the end of a process, if nobody reads it: then the process would not end.
 */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>): Log {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { req: () => undefined, res: () => undefined },
    },
    { write: line => void process.stdout.write(line) },
  )
}

/** Waits until all lines are written, as long as somebody reads them. For the end of a process. */
export function flushLog(): Promise<void> {
  const written = new Promise<void>(resolve => process.stdout.write('', () => resolve()))
  return Promise.race([written, sleep(FLUSH_LIMIT_MS)])
}

/** Logs an error of work for which nobody waits. */
export function warningOf(log: Log, what: string) {
  return (error: Error) => log.warn({ error: error.message }, what)
}
