import { sql } from 'kysely'
import type { Db } from '../../api/database/tables.ts'

export const MESSAGES = 1_000_000
/** The rows of one statement, because no statement may take longer than 10 s. */
const AT_ONCE = 50_000
const APART_MS = 30_000
const PAGES_EACH = 10
const TEXT = 'شكرا جزيلا، قرأت الصفحة مرة أخرى وفهمت الآن لماذا يُغسل الجرح بالماء أولا'

/** The time of a message. Messages are counted from 1, through all conversations. */
export function isoOfMessage(count: number): string {
  return new Date(FIRST_AT + count * APART_MS).toISOString()
}

const FIRST_AT = Date.now() - MESSAGES * APART_MS

/**
 * Inserts messages between a mentor and all their learners, in turn and from both sides. Nobody has seen them. Every
 * learner has started all lessons. The SQL works on both databases.
 */
export async function fillMailbox(db: Db, mentorId: number, count = MESSAGES): Promise<void> {
  for (let from = 1; from < count; from += AT_ONCE)
    await insertMessages(db, mentorId, { from, to: Math.min(count, from + AT_ONCE - 1) })
  await sql`insert into conversations
      (learner_uid, last_at, waiting_since, learner_seen_at, responder_seen_at, unseen_by_learner, unseen_by_responder)
    select learner_uid, max(sent_at), max(sent_at), 0, 0, count(author_id), count(*) - count(author_id)
    from messages group by learner_uid`.execute(db)
  await sql`update responders set last_message_at = (select max(sent_at) from messages)`.execute(db)
  await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(PAGES_EACH)})
    insert into page_answers (uid, lesson_id, page_id, answer, answered_at, logged_at, is_own_words)
    select uid, lessons.id, 'page-' || n, '"answer"', ${sql.lit(FIRST_AT)} + n, ${sql.lit(FIRST_AT)} + n, n % 2
    from numbers cross join lessons cross join users where responder_id = ${mentorId}`.execute(db)
}

async function insertMessages(db: Db, mentorId: number, { from, to }: { from: number; to: number }): Promise<void> {
  await sql`with recursive
      numbers(n) as (select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(to)}),
      learners as (select uid, row_number() over (order by uid) - 1 as place, count(*) over () as count
        from users where responder_id = ${sql.lit(mentorId)})
    insert into messages (id, learner_uid, responder_id, author_id, content, sent_at)
    select 'message-' || n, uid, ${sql.lit(mentorId)},
      case when (n / count) % 2 = 0 then ${sql.lit(mentorId)} end, ${sql.lit(TEXT)} || ' ' || n,
      ${sql.lit(FIRST_AT)} + ${sql.lit(APART_MS)} * cast(n as bigint)
    from numbers join learners on place = n % count`.execute(db)
}
