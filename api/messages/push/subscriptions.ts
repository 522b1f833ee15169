import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Language } from '../../../contract/languages.ts'
import { BROWSERS_LIMIT } from '../../../contract/push.ts'
import { writeForUser } from '../../account/write-for-user.ts'
import { prepareJoined } from '../../database/groups/joined-queries.ts'
import type { Db, Tables } from '../../database/tables.ts'
import type { SignIn } from '../../identity/provider.ts'
import { areKeys, type BrowserKeys, plain } from './subscription-checks.ts'

const MAX_FAILURES = 5

/** The data that a browser returns when it subscribes. */
export type Browser = { endpoint: string; keys: BrowserKeys }

export type BrowserSubscription = Browser & SignIn & { id: string; language: Language; showsText: boolean }

type Wish = Browser & { language: Language; showsText: boolean }

/**
 * A browser belongs to the person who subscribed in it last. If a person has more browsers than the limit, those that
 * were opened longest ago are deleted.
 */
export async function subscribe(
  db: Db,
  { uid, sessionId, signedInAt }: SignIn,
  wish: Wish,
  now: number,
): Promise<void> {
  const { endpoint, keys } = { ...wish, keys: plain(wish.keys) }
  if (!areKeys(keys)) throw new ApiError('bad-request', { message: 'keys: are none of a browser' })
  const id = idOf(endpoint)
  await writeForUser(db, uid, async trx => {
    const columns = {
      uid,
      session_id: sessionId,
      signed_in_at: signedInAt,
      language: wish.language,
      shows_text: Number(wish.showsText),
      failures: 0,
      renewed_at: now,
    }
    const saved = await trx
      .insertInto('push_subscriptions')
      .values({ id, endpoint, ...keys, created_at: now, ...columns })
      // Only the browser itself knows its keys, so the endpoint alone is not enough to take a subscription over.
      .onConflict(conflict =>
        conflict
          .column('id')
          .doUpdateSet(columns)
          .where('push_subscriptions.auth', '=', keys.auth)
          .where('push_subscriptions.p256dh', '=', keys.p256dh),
      )
      .returning('id')
      .executeTakeFirst()
    if (!saved) throw new ApiError('forbidden')
    await deleteOldest(trx, uid)
  })
}

export async function unsubscribe(db: Db, uid: string, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', idOf(endpoint)).where('uid', '=', uid).execute()
}

export async function subscriptionsOf(db: Db, uid: string): Promise<BrowserSubscription[]> {
  const rows = await rowsOf(db, { uid })
  return rows.map(row => ({
    id: row.id,
    uid,
    sessionId: row.session_id,
    signedInAt: row.signed_in_at,
    endpoint: row.endpoint,
    keys: { p256dh: row.p256dh, auth: row.auth },
    language: row.language,
    showsText: row.shows_text === 1,
  }))
}

const rowsOf = prepareJoined({ uid: 'text' }, (db, given) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin(given, 'given.uid', 'push_subscriptions.uid')
    .select(['given.n', 'id', 'session_id', 'signed_in_at', 'endpoint', 'p256dh', 'auth', 'language', 'shows_text']),
)

export async function dropSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** A push service may fail for a while; a subscription that always fails is deleted. */
export async function recordPushFailure(db: Db, id: string): Promise<void> {
  const row = await db
    .updateTable('push_subscriptions')
    .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirst()
  if (row && row.failures >= MAX_FAILURES) await dropSubscription(db, id)
}

export async function recordPushSuccess(db: Db, id: string): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ failures: 0 })
    .where('id', '=', id)
    .where('failures', '>', 0)
    .execute()
}

async function deleteOldest(trx: Transaction<Tables>, uid: string): Promise<void> {
  const rows = await trx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('uid', '=', uid)
    .orderBy('renewed_at', 'desc')
    .execute()
  for (const { id } of rows.slice(BROWSERS_LIMIT)) await dropSubscription(trx, id)
}

/** An endpoint may be longer than a key of a table should be. */
function idOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url')
}
