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
const ASK_MS = 10_000
const END_LIMIT_MS = 1000
/** A PostgreSQL notification holds at most 8,000 bytes. */
const MOST_BYTES = 7900
const KEYS_PER_NOTICE = 50

type Notice = { keys: readonly string[]; told?: PublishedMessage | undefined }

type Options = { listenUrl: string; failed: (error: Error) => void }

/**
 * A hub for several processes on one PostgreSQL: a publish reaches the subscribers of all, with the message if it is
 * short enough. If the connection breaks, all subscribers are woken to query the database, and again when it is back.
 */
export async function postgresHub(db: Db, { listenUrl, failed }: Options): Promise<Hub> {
  const here = memoryHub()
  const ownName = randomUUID()
  const outgoing: string[] = []
  let client: pg.Client | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let isListening = false

  async function listen(): Promise<void> {
    const line = connectTo(listenUrl)
    line.once('end', () => {
      if (!isClosed) lost()
    })
    line.on('notification', ({ channel, payload = '' }) => {
      if (channel === COMMANDS_CHANNEL) here.wakeAll()
      else if (!payload.startsWith(ownName)) hear(JSON.parse(payload.slice(ownName.length)))
    })
    await line.connect()
    await line.query(`listen ${CHANNEL}; listen ${COMMANDS_CHANNEL}`)
    client = line
    isListening = true
    here.wakeAll()
    askOften(line)
  }

  /** A cut connection causes no event. An unanswered query shows it. */
  function askOften(line: pg.Client): void {
    const asking = setInterval(() => line.query('select 1').catch(() => {}), ASK_MS).unref()
    line.once('end', () => clearInterval(asking))
  }

  function hear({ keys, told }: Notice): void {
    here.publish(keys, told)
  }

  function lost(): void {
    isListening = false
    here.wakeAll()
    clearTimeout(timer)
    timer = setTimeout(() => {
      listen().catch((error: Error) => {
        failed(error)
        lost()
      })
    }, LISTEN_AGAIN_MS).unref()
  }

  /** One statement sends everything that was published in one turn of the event loop. */
  function tell(notice: string): void {
    if (outgoing.push(ownName + notice) > 1) return
    setImmediate(() => notify(db, { notices: JSON.stringify(outgoing.splice(0)) }).catch(failed))
  }

  await listen().catch(lost)

  return {
    subscribe: here.subscribe,
    hasSubscribers: here.hasSubscribers,
    subscribers: here.subscribers,
    isClosed: here.isClosed,
    watch: here.watch,
    hearsAll: () => isListening,
    publish(keys, told) {
      here.publish(keys, told)
      for (let at = 0; at < keys.length; at += KEYS_PER_NOTICE) {
        const notice = { keys: keys.slice(at, at + KEYS_PER_NOTICE), told }
        const text = JSON.stringify(notice)
        tell(Buffer.byteLength(text) > MOST_BYTES ? JSON.stringify({ ...notice, told: undefined }) : text)
      }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await here.close()
      if (client) await endWithin(END_LIMIT_MS, [client], client.end())
    },
  }
}

/** Does not wait for the disk. The messages are stored already, and after a crash each process is woken in any case. */
const notify = prepare((db, { notices }: Holes<{ notices: string }>) =>
  db
    .selectFrom(
      sql<{ value: string }>`jsonb_array_elements_text(cast(${notices} as jsonb))`.as<'notice'>(sql`notice(value)`),
    )
    .select(sql`set_config('synchronous_commit', 'off', true)`.as('quick'))
    .select(sql`pg_notify(${sql.lit(CHANNEL)}, notice.value)`.as('told')),
)
