/** Why the database does not work. Both causes may be gone at the next try. */
export type DatabaseProblem = 'full' | 'away'

const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  // PostgreSQL: connection lost, shutting down or starting, too many connections, a timeout, a failing disk.
  '08006',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
  '57014',
  '55P03',
  '25P03',
  '58030',
  // A deadlock or a conflict with another transaction: PostgreSQL has rolled this transaction back.
  '40P01',
  '40001',
  // A server that only reads: another server has taken its place, or will take it.
  '25006',
  'EIO',
  'EROFS',
])
const AWAY_WORDS =
  /PostgreSQL does not answer|timeout exceeded when trying to connect|timeout expired|Connection terminated|connection has been discarded|is not queryable|database is locked|disk I\/O error/

const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', '53100'])
/** PostgreSQL says the second text when there is no room for the cache of a new connection. */
const FULL_WORDS = /database or disk is full|could not write init file/

/** Undefined if another try would not help: a mistake in the code or in the settings. */
export function databaseProblemIn(error: unknown): DatabaseProblem | undefined {
  if (!(error instanceof Error)) return undefined
  const code = String((error as NodeJS.ErrnoException).code)
  if (FULL_CODES.has(code) || FULL_WORDS.test(error.message)) return 'full'
  if (AWAY_CODES.has(code) || AWAY_WORDS.test(error.message) || isFromPooler(error)) return 'away'
  // No IP address of the host answered.
  if (error instanceof AggregateError) return error.errors.map(databaseProblemIn).find(problem => problem !== undefined)
  return error.cause === undefined ? undefined : databaseProblemIn(error.cause)
}

/**
 * PgBouncer uses this code for every failure, and ends the connection. PostgreSQL uses it for a wrong request, and the
 * connection stays open.
 */
function isFromPooler(error: Error & { code?: string; severity?: string }): boolean {
  return error.code === '08P01' && error.severity === 'FATAL'
}

/**
 * Waits for a write that a reader can do without. On a full disk it returns undefined instead of failing, so people can
 * still read.
 */
export function writeIfSpace<T>(write: Promise<T>): Promise<T | undefined> {
  return write.catch(error => {
    if (databaseProblemIn(error) !== 'full') throw error
    return undefined
  })
}

/** A description for an operator, and then the message of the system. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  const reason = message || code
  if (databaseProblemIn(error) === 'full') return `the disk is full: ${reason}`
  if (code === 'EIO' || /disk I\/O error/.test(message)) return `the disk is full, or it fails: ${reason}`
  return reason
}

/** Advice for an operator if the database fails at the start. */
export function adviceFor(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  const reason = reasonOf(error)
  if (reason.startsWith('the disk')) return `The database cannot be written: ${reason}`
  if (databaseProblemIn(error)) return `The database does not answer: ${reason}`
  if (code === '28P01') return `DATABASE_URL: the user or the password is wrong: ${reason}`
  if (code === '28000') return `DATABASE_URL: PostgreSQL does not let this user in from here: ${reason}`
  if (code === '3D000') return `DATABASE_URL: PostgreSQL has no such database: ${reason}`
  if (code === '42501') return `DATABASE_URL: the user may not do this in the database: ${reason}`
  if (TLS.test(code) || TLS.test(message)) return `DATABASE_URL: the encryption (sslmode) does not fit: ${reason}`
  if (/SASL|password must be a string/i.test(message)) return `DATABASE_URL: PostgreSQL asks for a password: ${reason}`
  return `The database does not fit this version of the program: ${reason}`
}

const TLS = /\b(SSL|TLS)\b|CERT|ERR_SSL|ERR_TLS|SELF_SIGNED|certificate/
