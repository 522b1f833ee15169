import pg from 'pg'
import type { Watchdog } from './failures/watchdog.ts'

const PREPARED_STATEMENTS = 500

/**
 * These are set after the connection is made and not in its startup message, because PgBouncer refuses unknown startup
 * parameters. The TCP settings let PostgreSQL notice a lost machine within about 20 s; on a Unix socket they do
 * nothing.
 */
const SESSION_SETTINGS = [
  // Every query here is small: parallel workers or JIT compilation would take longer than the query.
  'max_parallel_workers_per_gather = 0',
  'jit = off',
  // A frozen or disconnected process holds its locks no longer than this. Together with LOCK_TIMEOUT_MS it is less than
  // 10 s, also when several of its transactions wait for the same lock.
  'idle_in_transaction_session_timeout = 3000',
  'tcp_keepalives_idle = 10',
  'tcp_keepalives_interval = 3',
  'tcp_keepalives_count = 3',
  'tcp_user_timeout = 15000',
]

const STATEMENT_TIMEOUT_MS = 10_000
const LOCK_TIMEOUT_MS = 5000
/** PostgreSQL ends a statement itself before this, as long as it is alive. */
const ANSWER_LIMIT_MS = 11_000

/** `isPatient`: for migrations and commands, which may take long and wait for their turn. */
export function sessionSettings({ isPatient }: { isPatient: boolean }): string {
  const limits = isPatient ? [] : [`statement_timeout = ${STATEMENT_TIMEOUT_MS}`, `lock_timeout = ${LOCK_TIMEOUT_MS}`]
  return [...SESSION_SETTINGS, ...limits].map(setting => `set ${setting}`).join('; ')
}

/** A lost connection does not end the process: its queries fail, and the pool replaces it. */
export class SafeClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    // The pool listens to idle connections only. Without a listener an error between two queries would be uncaught.
    this.on('error', () => {})
  }
}

/** For calls: prepares statements, and gives up a connection on which PostgreSQL does not answer. */
export class CallClient extends SafeClient {
  protected readonly prepares: boolean = true

  // biome-ignore lint/suspicious/noExplicitAny: the driver may be called in eight ways; Kysely passes a text and its values.
  override query(...args: any[]): any {
    const ask: (...args: unknown[]) => unknown = super.query.bind(this)
    const answer = ask(...(this.prepares ? prepared(args) : args))
    return answer instanceof Promise ? this.#limited(answer) : answer
  }

  /**
   * Ends the connection after the limit: a query that still runs on it must not reach the next user of the connection.
   */
  async #limited<T>(answer: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.connection.stream.destroy(), ANSWER_LIMIT_MS)
    try {
      return await answer
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The class of connections for the pool of calls: the watchdog cuts them when PostgreSQL hangs. */
export function watchedBy(watchdog: Watchdog, { prepares }: { prepares: boolean }): typeof CallClient {
  return class extends CallClient {
    protected override readonly prepares = prepares

    constructor(config?: pg.ClientConfig) {
      super(config)
      watchdog.watch(this)
    }

    // biome-ignore lint/suspicious/noExplicitAny: as above.
    override query(...args: any[]): any {
      const answer = super.query(...args)
      return answer instanceof Promise ? watchdog.during(answer) : answer
    }
  }
}

/** PostgreSQL plans a named statement a few times only, and planning is half of what a small query costs. */
function prepared([text, values, ...rest]: unknown[]): unknown[] {
  const name = typeof text === 'string' && Array.isArray(values) ? nameFor(text) : undefined
  return name === undefined ? [text, values, ...rest] : [{ name, text, values }, ...rest]
}

const names = new Map<string, string>()

/** Undefined for a query of all columns: it would fail once a newer version of the program has added a column. */
function nameFor(text: string): string | undefined {
  if (/\.\*|(select|returning) \*/.test(text)) return undefined
  const known = names.get(text)
  if (known !== undefined || names.size >= PREPARED_STATEMENTS) return known
  const name = `statement ${names.size + 1}`
  names.set(text, name)
  return name
}
