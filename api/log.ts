import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Config } from './config.ts'

export type Log = FastifyBaseLogger

const FLUSH_LIMIT_MS = 1000
const MAX_WAITING_BYTES = 10_000_000

// The reader of the log may be gone, such as `tee` in a pipe. The server goes on without it.
process.stdout.on('error', () => {})

/**
 * One JSON line for each event. URLs with queries and headers with tokens are never logged. Pino's own output is not
 * used: if nobody reads the log, it tries to write for ever, and the process does not end.
 */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>): Log {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { req: () => undefined, res: () => undefined },
    },
    { write },
  )
}

/** While nobody reads the log, lines wait in memory, up to a limit. Later lines are dropped. */
function write(line: string): void {
  if (process.stdout.writableLength < MAX_WAITING_BYTES) process.stdout.write(line)
}

/** Ends the process once all lines are written, as long as somebody reads them. */
export function exitAfterLog(code: number): void {
  const exit = () => process.exit(code)
  if (process.stdout.writableLength === 0) exit()
  process.stdout.write('', exit)
  setTimeout(exit, FLUSH_LIMIT_MS)
}

/** Logs an error of work for which nobody waits. */
export function warningOf(log: { warn: (context: object, message: string) => void }, what: string) {
  return (error: Error) => log.warn({ error: error.message }, what)
}
