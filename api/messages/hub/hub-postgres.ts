import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { endWithin } from '../../database/failures/end-within.ts'
import { connectTo } from '../../database/postgres.ts'
import { type Holes, prepare } from '../../database/prepare.ts'
import type { Db } from '../../database/tables.ts'
import { type Hub, memoryHub } from './hub.ts'
import { COMMANDS_CHANNEL } from './other-processes.ts'
import type { PublishedMessage } from './published-message.ts'

const CHANNEL = 'messages'
const LISTEN_AGAIN_MS = 1000
const PROBE_MS = 10_000
const END_LIMIT_MS = 1000
/** A PostgreSQL notification holds at most 8,000 bytes. */
const MAX_BYTES = 7900
const KEYS_PER_NOTIFICATION = 50

type Payload = { keys: readonly string[]; published?: PublishedMessage | undefined }

type Options = { listenUrl: string; failed: (error: Error) => void }

/**
 * A hub for several processes on one PostgreSQL. A publish reaches the subscribers of all processes, with the message
 * if it is short enough. If the connection breaks, all subscribers are woken to query the database. They are woken
 * again when the connection is back.
 */
export async function postgresHub(db: Db, { listenUrl, failed }: Options): Promise<Hub> {
  const local = memoryHub()
  const ownName = randomUUID()
  const outgoing: string[] = []
  let client: pg.Client | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let isListening = false

  async function listen(): Promise<void> {
    const connection = connectTo(listenUrl)
    connection.once('end', () => {
      if (!isClosed) reconnect()
    })
    connection.on('notification', ({ channel, payload = '' }) => {
      if (channel === COMMANDS_CHANNEL) return local.wakeAll()
      if (payload.startsWith(ownName)) return
      const { keys, published }: Payload = JSON.parse(payload.slice(ownName.length))
      local.publish(keys, published)
    })
    await connection.connect()
    await connection.query(`listen ${CHANNEL}; listen ${COMMANDS_CHANNEL}`)
    client = connection
    isListening = true
    local.wakeAll()
    probe(connection)
  }

  /** A cut connection causes no event until a query is sent on it. */
  function probe(connection: pg.Client): void {
    const timer = setInterval(() => connection.query('select 1').catch(() => {}), PROBE_MS).unref()
    connection.once('end', () => clearInterval(timer))
  }

  function reconnect(): void {
    isListening = false
    local.wakeAll()
    clearTimeout(timer)
    timer = setTimeout(() => {
      listen().catch((error: Error) => {
        failed(error)
        reconnect()
      })
    }, LISTEN_AGAIN_MS).unref()
  }

  /** One statement sends everything that was published in one turn of the event loop. */
  function enqueue(notification: string): void {
    if (outgoing.push(ownName + notification) > 1) return
    setImmediate(() => notify(db, { notifications: JSON.stringify(outgoing.splice(0)) }).catch(failed))
  }

  await listen().catch(reconnect)

  return {
    subscribe: local.subscribe,
    hasSubscribers: local.hasSubscribers,
    subscribers: local.subscribers,
    isClosed: local.isClosed,
    watch: local.watch,
    hearsAll: () => isListening,
    publish(keys, published) {
      local.publish(keys, published)
      for (let at = 0; at < keys.length; at += KEYS_PER_NOTIFICATION) {
        const some = keys.slice(at, at + KEYS_PER_NOTIFICATION)
        const text = JSON.stringify({ keys: some, published })
        enqueue(Buffer.byteLength(text) > MAX_BYTES ? JSON.stringify({ keys: some }) : text)
      }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await local.close()
      if (client) await endWithin(END_LIMIT_MS, [client], client.end())
    },
  }
}

/** Does not wait for the disk. The messages are already stored, and after a crash each process is woken in any case. */
const notify = prepare((db, { notifications }: Holes<{ notifications: string }>) =>
  db
    .selectFrom(
      sql<{ value: string }>`jsonb_array_elements_text(cast(${notifications} as jsonb))`.as<'notification'>(
        sql`notification(value)`,
      ),
    )
    .select(sql`set_config('synchronous_commit', 'off', true)`.as('quick'))
    .select(sql`pg_notify(${sql.lit(CHANNEL)}, notification.value)`.as('notified')),
)
