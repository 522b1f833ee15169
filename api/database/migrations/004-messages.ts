import { type Kysely, sql } from 'kysely'
import { createTable } from './create-table.ts'

/** Messages between learners and mentors, covers for mentors who are away, and reviewed answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'messages', MESSAGES, ['id'])
  await createTable(db, 'conversations', CONVERSATIONS, ['learner_uid'])
  await createTable(db, 'hand_overs', HAND_OVERS, ['learner_uid', 'handed_at'])
  await createTable(db, 'saved_replies', SAVED_REPLIES, ['responder_id', 'position'])
  // With the author, so that counting unseen messages reads only the index.
  await db.schema
    .createIndex('messages_learner')
    .on('messages')
    .columns(['learner_uid', 'sent_at', 'author_id'])
    .execute()
  await db.schema.createIndex('messages_responder').on('messages').columns(['responder_id', 'sent_at']).execute()
  await db.schema
    .createIndex('messages_voice')
    .on('messages')
    .column('voice')
    .where(sql.ref('voice'), 'is not', null)
    .execute()

  await db.schema.alterTable('responders').addColumn('away_since', 'bigint').execute()
  await db.schema.alterTable('responders').addColumn('cover_id', 'integer').execute()
  await db.schema.alterTable('responders').addColumn('last_message_at', 'bigint').execute()

  await db.schema
    .alterTable('page_answers')
    .addColumn('is_own_words', 'integer', own => own.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('page_answers').addColumn('reviewed_at', 'bigint').execute()
  await db.schema
    .createIndex('page_answers_to_review')
    .on('page_answers')
    .column('uid')
    .where(sql<boolean>`is_own_words = 1 and reviewed_at is null`)
    .execute()
  await db.schema.createIndex('page_answers_time').on('page_answers').columns(['uid', 'answered_at']).execute()
  await markOwnWords(db)
}

const MESSAGES = {
  id: 'text!',
  learner_uid: 'text!',
  responder_id: 'integer!',
  author_id: 'integer',
  content: 'text!',
  about: 'text',
  about_lesson_id: 'text',
  voice: 'text',
  voice_seconds: 'integer',
  client_key: 'text',
  sent_at: 'bigint!',
}

const CONVERSATIONS = {
  learner_uid: 'text!',
  last_at: 'bigint!',
  waiting_since: 'bigint',
  learner_seen_at: 'bigint!',
  responder_seen_at: 'bigint!',
  unseen_by_learner: 'integer!',
  unseen_by_responder: 'integer!',
}

const HAND_OVERS = { learner_uid: 'text!', responder_id: 'integer!', handed_at: 'bigint!' }

const SAVED_REPLIES = { responder_id: 'integer!', position: 'integer!', text: 'text!' }

type Stored = { lessons: { id: string; content: string }; page_answers: Record<string, unknown> }

/** For earlier answers, the lessons say which are in the learner's own words and which are choices. */
async function markOwnWords(db: Kysely<unknown>): Promise<void> {
  const before = db as Kysely<Stored>
  for (const { id, content } of await before.selectFrom('lessons').selectAll().execute()) {
    const { pages } = JSON.parse(content) as { pages: { id: string; type: string }[] }
    const written = pages.filter(({ type }) => ['text-response', 'number-text-response'].includes(type))
    if (written.length === 0) continue
    await before
      .updateTable('page_answers')
      .set({ is_own_words: 1 })
      .where('lesson_id', '=', id)
      .where(
        'page_id',
        'in',
        written.map(page => page.id),
      )
      .where('answer', 'is not', null)
      .execute()
  }
}
