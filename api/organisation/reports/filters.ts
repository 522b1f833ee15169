import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/tables.ts'

/** Undefined: all. */
type LessonFilter = { lessons: readonly string[] | undefined }
/** Null: people without a mentor. Undefined: everybody. */
type MentorFilter = { mentor: number | null | undefined }

export function inLessons({ lessons }: LessonFilter): RawBuilder<unknown> {
  if (lessons === undefined) return sql``
  if (lessons.length === 0) return sql`and 1 = 0`
  return sql`and lesson_id in (${sql.join(lessons)})`
}

/** For rows with a `responder_id`. */
export function hasMentor({ mentor }: MentorFilter): RawBuilder<unknown> {
  if (mentor === undefined) return sql``
  return mentor === null ? sql`and responder_id is null` : sql`and responder_id = ${mentor}`
}

/** `column` is the learner's uid. */
export function ofMentor(column: string, filter: MentorFilter): RawBuilder<unknown> {
  if (filter.mentor === undefined) return sql``
  return sql`and ${sql.ref(column)} in (select uid from users where true ${hasMentor(filter)})`
}

/** The time of the page nearest to a range without pages: before it, or else after it. */
export async function nearestPage(
  db: Db,
  { from, to }: { from: number; to: number },
  filter: LessonFilter & Partial<MentorFilter>,
): Promise<number | null> {
  const where = sql`${inLessons(filter)} ${ofMentor('page_answers.uid', { mentor: filter.mentor })}`
  const { rows } = await sql<{ before: number | null; after: number | null }>`select
    (select max(first_at) from page_answers where first_at < ${from} ${where}) as before,
    (select min(first_at) from page_answers where first_at >= ${to} ${where}) as after`.execute(db)
  return rows[0]?.before ?? rows[0]?.after ?? null
}
