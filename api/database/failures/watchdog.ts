import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { endWithin } from './end-within.ts'

const TICK_MS = 400
/** After this many ticks without an answer PostgreSQL counts as hanging: 1.2 to 1.6 s after the call. */
const HANGS_AFTER_TICKS = 4
const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 1000
const PING_LIMIT_MS = 2000
const END_LIMIT_MS = 1000

/** `opened` settles when the client is connected. */
type PingConnection = { client: pg.Client; opened: Promise<unknown> }

/**
 * Notices that PostgreSQL no longer answers, even on open connections. Then it cuts all connections, and each call
 * fails at once until PostgreSQL answers again. Nobody knows the outcome of a commit under way: its call fails, and the
 * next try with the same idempotency key finds out.
 */
export class Watchdog {
  readonly #openClient: () => pg.Client
  readonly #clients = new Set<pg.Client>()
  /** Each rejects one call that waits for a connection. */
  readonly #waiting = new Set<(error: Error) => void>()
  #connection: PingConnection | undefined
  #timer: ReturnType<typeof setInterval> | undefined
  #queries = 0
  #silentTicks = 0
  #tickedAt = 0
  #isHanging = false
  #isStopped = false

  /** `openClient` creates a client for the pings, because they must not wait for a free connection of the pool. */
  constructor(openClient: () => pg.Client) {
    this.#openClient = openClient
  }

  /** Cuts this connection when PostgreSQL hangs. */
  watch(client: pg.Client): void {
    this.#clients.add(client)
    client.once('end', () => this.#clients.delete(client))
  }

  /** A query counts as unanswered until it settles. */
  async during<T>(answer: Promise<T>): Promise<T> {
    this.#queries++
    try {
      const result = await answer
      this.#silentTicks = 0
      return result
    } finally {
      this.#queries--
    }
  }

  /** Returns the pool with a change: while PostgreSQL hangs, a call does not wait for a connection. */
  guard(pool: PostgresPool): PostgresPool {
    return { options: pool.options, connect: () => this.#connect(pool), end: () => this.#end(pool) }
  }

  #connect(pool: PostgresPool): Promise<PostgresPoolClient> {
    if (this.#isHanging) return Promise.reject(doesNotAnswer())
    if (!this.#timer) this.#start()
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject)
      pool.connect().then(
        client => (this.#waiting.delete(reject) ? resolve(client) : client.release()),
        error => {
          this.#waiting.delete(reject)
          reject(error)
        },
      )
    })
  }

  #start(): void {
    this.#tickedAt = performance.now()
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref()
  }

  async #end(pool: PostgresPool): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    this.#dropConnection()
    await endWithin(END_LIMIT_MS, this.#clients, pool.end())
  }

  #tick(): void {
    const late = performance.now() - this.#tickedAt > 2 * TICK_MS
    this.#tickedAt = performance.now()
    // A late tick means that this process stood still or the machine is busy: answers may have arrived that nobody has
    // read.
    if (late || this.#isHanging) return
    if (this.#queries + this.#waiting.size === 0) this.#silentTicks = 0
    else if (++this.#silentTicks === 1) void this.#ping().then(() => (this.#silentTicks = 0))
    else if (this.#silentTicks >= HANGS_AFTER_TICKS) this.#cut()
  }

  #cut(): void {
    this.#isHanging = true
    this.#dropConnection()
    for (const reject of this.#waiting) reject(doesNotAnswer())
    this.#waiting.clear()
    for (const client of this.#clients) client.connection.stream.destroy()
    void this.#recover()
  }

  async #recover(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !this.#isStopped; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      await sleep(pause, undefined, { ref: false })
      const answers = this.#ping().then(() => true)
      if (await Promise.race([answers, sleep(PING_LIMIT_MS, false, { ref: false })])) break
      this.#dropConnection()
    }
    this.#silentTicks = 0
    this.#isHanging = false
  }

  /**
   * Resolves at any reply of PostgreSQL. An error, as during a restart, is a reply, too: the calls then get the same
   * error at once.
   */
  async #ping(): Promise<void> {
    this.#connection ??= this.#open()
    const connection = this.#connection
    try {
      await connection.opened
      await connection.client.query('select 1')
    } catch {
      if (this.#connection === connection) this.#dropConnection()
    }
  }

  #open(): PingConnection {
    const client = this.#openClient()
    return { client, opened: client.connect() }
  }

  #dropConnection(): void {
    this.#connection?.client.connection.stream.destroy()
    this.#connection = undefined
  }
}

function doesNotAnswer(): Error {
  return new Error('PostgreSQL does not answer')
}
