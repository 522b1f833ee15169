import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Hole } from '../../database/prepare.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { type MessageRow, selectMessages } from './message-row.ts'

/** About a megabyte: more would block other requests while it is built, and a cheap phone while it is read. */
const BYTES_PER_PAGE = 1_000_000

/** A condition on messages. */
export type MessageCondition = Expression<SqlBool>

/** What is known of a message before its text is read. */
type Size = { sent_at: number; bytes: number }

/** Neither database reads a long text to know its length. */
export function selectSizes(db: Db, place: MessageCondition) {
  return db
    .selectFrom('messages')
    .select('messages.sent_at')
    .select(sql<number>`octet_length(messages.content) + coalesce(octet_length(messages.about), 0)`.as('bytes'))
    .where(place)
}

/**
 * Takes as many messages as fit into one reply, from the first on: at least one and at most `most`. Messages of the
 * same time stay together, because the next page starts at a time.
 */
export function messagesThatFit(sizes: readonly Size[], most: number): Size[] {
  let bytes = 0
  const end = sizes.findIndex(({ bytes: own, sent_at }, at) => {
    bytes += own
    const isFull = at >= most || bytes > BYTES_PER_PAGE
    return isFull && at > 0 && sent_at !== sizes[at - 1]?.sent_at
  })
  return sizes.slice(0, end === -1 ? undefined : end)
}

/** The messages of a page, oldest first. No new message can get a time within the page. */
export async function messagesOn(
  db: Db,
  page: readonly Size[],
  places: readonly MessageCondition[],
): Promise<MessageRow[]> {
  const times = page.map(({ sent_at }) => sent_at)
  const rows: MessageRow[] = []
  if (times.length === 0) return rows
  for (const place of places) {
    const found = await selectMessages(db)
      .where(place)
      .where('messages.sent_at', '>=', Math.min(...times))
      .where('messages.sent_at', '<=', Math.max(...times))
      .execute()
    rows.push(...found)
  }
  return rows.sort((one, other) => one.sent_at - other.sent_at)
}

export function ofLearner(uid: string | Hole<string>): MessageCondition {
  return expressionBuilder<Tables, 'messages'>()('messages.learner_uid', '=', uid)
}

/** Messages in the inbox of a mentor. A learner who was handed over is left out: they took the conversation along. */
export function inInbox(inbox: number | Hole<number>): MessageCondition {
  const { eb, and, exists, selectFrom } = expressionBuilder<Tables, 'messages'>()
  const isTheirs = selectFrom('users')
    .select('users.uid')
    .whereRef('users.uid', '=', 'messages.learner_uid')
    .where('users.responder_id', '=', inbox)
  return and([eb('messages.responder_id', '=', inbox), exists(isTheirs)])
}

export function aboutLesson(uid: string, lessonId: string): MessageCondition {
  const { eb, and } = expressionBuilder<Tables, 'messages'>()
  return and([eb('messages.learner_uid', '=', uid), eb('messages.about_lesson_id', '=', lessonId)])
}
