import { type Kysely, sql } from 'kysely'
import { createTable } from './create-table.ts'

/** One row for each wait of a learner for a mentor. Only the waits that are open now are known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'waits', WAITS, ['learner_uid', 'kind', 'lesson_id', 'page_id', 'began_at'])
  await db.schema.createIndex('waits_end').on('waits').columns(['ended_at', 'began_at']).execute()
  await sql`insert into waits (learner_uid, kind, lesson_id, page_id, began_at, is_voice)
    select learner_uid, 'message', '', '', waiting_since,
      case when exists (select 1 from messages where messages.learner_uid = conversations.learner_uid
        and author_id is null and voice is not null and sent_at >= waiting_since) then 1 else 0 end
    from conversations where waiting_since is not null`.execute(db)
  await sql`insert into waits (learner_uid, kind, lesson_id, page_id, began_at, is_voice)
    select uid, 'answer', lesson_id, page_id, logged_at, case when answer like '"audio:%' then 1 else 0 end
    from page_answers where is_own_words = 1 and reviewed_at is null`.execute(db)
}

const WAITS = {
  learner_uid: 'text!',
  kind: 'text!',
  lesson_id: 'text!',
  page_id: 'text!',
  began_at: 'bigint!',
  ended_at: 'bigint',
  ended_by: 'integer',
  how: 'text',
  is_voice: 'integer!',
}
