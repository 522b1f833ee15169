import { type Kysely, sql } from 'kysely'
import { createTable } from './create-table.ts'

/** The page type that an answer was written for. A page of another type would misread the answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('page_answers').addColumn('page_type', 'text').execute()
  await createTable(db, 'types_of_pages', TYPES, ['lesson_id', 'page_id'])
  await collectTypes(db as Kysely<Stored>)
  // The type is unknown if the answer is text and the page has choices now, or the other way round.
  await sql`update page_answers set page_type = (
    select type from types_of_pages
    where types_of_pages.lesson_id = page_answers.lesson_id and types_of_pages.page_id = page_answers.page_id
      and types_of_pages.is_own_words = page_answers.is_own_words
  ) where answer is not null`.execute(db)
  await db.schema.dropTable('types_of_pages').execute()
}

const TYPES = { lesson_id: 'text!', page_id: 'text!', type: 'text!', is_own_words: 'integer!' } as const
const OWN_WORDS = new Set(['text-response', 'number-text-response'])

type Stored = {
  known_pages: { lesson_id: string; page_id: string; content: string | null }
  types_of_pages: { lesson_id: string; page_id: string; type: string; is_own_words: number }
}

async function collectTypes(db: Kysely<Stored>): Promise<void> {
  const known = await db.selectFrom('known_pages').select(['lesson_id', 'page_id', 'content']).execute()
  for (const { content, ...place } of known) {
    if (content === null) continue
    const { type } = JSON.parse(content) as { type: string }
    await db
      .insertInto('types_of_pages')
      .values({ ...place, type, is_own_words: OWN_WORDS.has(type) ? 1 : 0 })
      .execute()
  }
}
