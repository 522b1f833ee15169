import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Config } from './config.ts'

export type Log = FastifyBaseLogger

/** One JSON line an event. URLs with queries and headers with tokens are never logged. */
export function createLog({ logLevel }: Config): Log {
  return pino({
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { req: () => undefined, res: () => undefined },
  })
}

/** Logs an error of work for which nobody waits. */
export function warningOf(log: Log, what: string) {
  return (error: Error) => log.warn({ error: error.message }, what)
}
