import { sql } from 'kysely'
import type pg from 'pg'
import { endWithin } from '../../database/failures/end-within.ts'
import { connectTo } from '../../database/postgres.ts'
import type { Db } from '../../database/tables.ts'
import { type Hub, memoryHub } from './hub.ts'
import { COMMANDS_CHANNEL } from './other-processes.ts'

const CHANNEL = 'messages'
const LISTEN_AGAIN_MS = 1000
const ASK_MS = 10_000
const END_LIMIT_MS = 1000
/** A PostgreSQL notification holds at most 8,000 bytes. */
const KEYS_PER_NOTICE = 50

type Options = { databaseUrl: string; failed: (error: Error) => void }

/**
 * A hub for several processes on one PostgreSQL: a publish reaches the subscribers of all. Only keys are sent. If the
 * connection breaks, all subscribers are woken to query the database, and again when it is back.
 */
export async function postgresHub(db: Db, { databaseUrl, failed }: Options): Promise<Hub> {
  const here = memoryHub()
  let client: pg.Client | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  async function listen(): Promise<void> {
    const line = connectTo(databaseUrl)
    line.once('end', () => {
      if (!isClosed) lost()
    })
    line.on('notification', ({ channel, payload }) =>
      channel === COMMANDS_CHANNEL ? here.wakeAll() : here.publish(JSON.parse(payload ?? '[]')),
    )
    await line.connect()
    await line.query(`listen ${CHANNEL}; listen ${COMMANDS_CHANNEL}`)
    client = line
    here.wakeAll()
    askOften(line)
  }

  /** A cut connection causes no event. An unanswered query shows it. */
  function askOften(line: pg.Client): void {
    const asking = setInterval(() => line.query('select 1').catch(() => {}), ASK_MS).unref()
    line.once('end', () => clearInterval(asking))
  }

  function lost(): void {
    here.wakeAll()
    clearTimeout(timer)
    timer = setTimeout(() => {
      listen().catch((error: Error) => {
        failed(error)
        lost()
      })
    }, LISTEN_AGAIN_MS).unref()
  }

  await listen().catch(lost)

  return {
    subscribe: here.subscribe,
    hasSubscribers: here.hasSubscribers,
    subscribers: here.subscribers,
    isClosed: here.isClosed,
    publish(keys) {
      here.publish(keys)
      for (let at = 0; at < keys.length; at += KEYS_PER_NOTICE) {
        const notice = JSON.stringify(keys.slice(at, at + KEYS_PER_NOTICE))
        sql`select pg_notify(${CHANNEL}, ${notice})`.execute(db).catch(failed)
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
