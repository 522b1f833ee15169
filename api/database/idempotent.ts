import { hash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import { DAY } from '../../contract/time.ts'
import { namesOf, prepareMany, rowsAsJson, selectAllOf } from './many-rows.ts'
import { moveRows } from './move-rows.ts'
import { type Holes, prepare } from './prepare.ts'
import type { Db, Tables } from './tables.ts'

export const KEYS_KEPT_MS = 2 * DAY

/** `key` is chosen by the client for one request of one person; undefined: each call is a new one. */
export type KeyedRequest = { uid: string; key: string | undefined; request: object; now: number }

/**
 * Does the work the first time its key is seen, and returns the same reply for at least 24 hours. Throws if the key
 * came with another request. Call it inside the transaction of the work.
 */
export async function idempotent<T>(trx: Transaction<Tables>, act: KeyedRequest, work: () => Promise<T>): Promise<T> {
  const replay = await replayOf<T>(trx, act)
  if (replay !== undefined) return replay
  const reply = await work()
  await saveReply(trx, act, reply)
  return reply
}

/** The earlier reply to the same request; undefined the first time. Throws if the key came with another request. */
export async function replayOf<T>(db: Db, act: KeyedRequest): Promise<T | undefined> {
  if (act.key === undefined) return undefined
  const [use] = await usesOf(db, { uid: act.uid, key: act.key })
  if (!use) return undefined
  const replay = replayFrom<T>(act, use)
  if ('error' in replay) throw replay.error
  return replay.reply
}

/** Call it inside the transaction of the work. */
export async function saveReply(
  trx: Transaction<Tables>,
  { uid, key, request, now }: KeyedRequest,
  reply: unknown,
): Promise<void> {
  if (key === undefined) return
  await insertKey(trx, { uid, key, fingerprint: fingerprintOf(request), reply: JSON.stringify(reply), now })
}

export type Replay<T> = { reply: T } | { error: ApiError }

/** `replayOf` for many requests at once, each by another person. An error if a key came with another request. */
export async function replaysOf<T>(
  trx: Transaction<Tables>,
  acts: readonly KeyedRequest[],
): Promise<(Replay<T> | undefined)[]> {
  const keyed = acts.flatMap(({ uid, key }) => (key === undefined ? [] : [{ uid, key }]))
  const found = await usesOfEach(trx, keyed)
  const known = new Map(found.map(row => [row.uid, row.use]))
  return acts.map(act => (act.key === undefined ? undefined : replayIn<T>(act, known.get(act.uid) ?? null)))
}

/** `use`: what `useOfKey` selected for this act. */
export function replayIn<T>(act: KeyedRequest, use: string | null): Replay<T> | undefined {
  const [known] = JSON.parse(use ?? '[]') as [fingerprint: string, reply: string][]
  return known && replayFrom<T>(act, { fingerprint: known[0], reply: known[1] })
}

function replayFrom<T>({ request }: KeyedRequest, use: { fingerprint: string; reply: string }): Replay<T> {
  if (use.fingerprint !== fingerprintOf(request)) return { error: new ApiError('idempotency-key-reused') }
  return { reply: JSON.parse(use.reply) as T }
}

/**
 * Selects the use of a key as one text. A subquery, because PostgreSQL would plan a join by the table's earlier size.
 */
export function useOfKey(db: Db, { uid, key }: Holes<{ uid: string; key: string | null }>) {
  return db
    .selectFrom('idempotency_keys as used')
    .select(rowsAsJson(db, ['fingerprint', 'reply']).as('use'))
    .where('used.uid', '=', uid)
    .where('used.key', '=', key)
}

/** `saveReply` for many requests at once, each by another person. */
export async function storeReplies(
  trx: Transaction<Tables>,
  done: readonly { act: KeyedRequest; reply: unknown }[],
): Promise<void> {
  const rows = done.flatMap(({ act: { uid, key, request, now }, reply }) => {
    if (key === undefined) return []
    return { uid, key, fingerprint: fingerprintOf(request), reply: JSON.stringify(reply), created_at: now }
  })
  await insertKeys(trx, rows)
}

function fingerprintOf(request: object): string {
  return hash('sha256', JSON.stringify(request), 'base64url')
}

const usesOf = prepare((db, { uid, key }: Holes<{ uid: string; key: string }>) =>
  db.selectFrom('idempotency_keys').select(['fingerprint', 'reply']).where('uid', '=', uid).where('key', '=', key),
)

type Use = { uid: string; key: string; fingerprint: string; reply: string; now: number }

const insertKey = prepare((db, { uid, key, fingerprint, reply, now }: Holes<Use>) =>
  db.insertInto('idempotency_keys').values({ uid, key, fingerprint, reply, created_at: now }),
)

const usesOfEach = prepareMany({ uid: 'text', key: 'text' }, (db, given) =>
  db
    .selectFrom(given)
    .select(['given.uid', useOfKey(db, { uid: sql.ref('given.uid'), key: sql.ref('given.key') }).as('use')]),
)

const KEY_COLUMNS = { uid: 'text', key: 'text', fingerprint: 'text', reply: 'text', created_at: 'bigint' } as const

const insertKeys = prepareMany(KEY_COLUMNS, (db, given) =>
  db
    .insertInto('idempotency_keys')
    .columns(namesOf(KEY_COLUMNS))
    .expression(selectAllOf(db, given, KEY_COLUMNS)),
)

/** Whether a key was used, for any request. */
export async function hasKey(db: Db, uid: string, key: string | undefined): Promise<boolean> {
  if (key === undefined) return false
  return (await usesOf(db, { uid, key })).length > 0
}

/** Gives the stored replies of a merged account to the one that stays, so that its last requests can be repeated. */
export async function moveKeys(trx: Transaction<Tables>, from: string, to: string): Promise<void> {
  await moveRows(trx, { table: 'idempotency_keys', owner: 'uid', key: 'key' }, from, to)
  await trx
    .updateTable('idempotency_keys')
    .set({ reply: sql<string>`replace(reply, ${JSON.stringify(from)}, ${JSON.stringify(to)})` })
    .where(isNamed(from))
    .execute()
}

/** Erases the stored replies to this person, and those to others that name them. */
export async function eraseKeys(trx: Transaction<Tables>, uid: string): Promise<void> {
  await trx
    .deleteFrom('idempotency_keys')
    .where(({ or, eb }) => or([eb('uid', '=', uid), isNamed(uid)]))
    .execute()
}

/** The uid as a whole JSON value, not as part of a file name. */
function isNamed(uid: string) {
  const pattern = `%${JSON.stringify(uid).replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`reply like ${pattern} escape '\\'`
}
