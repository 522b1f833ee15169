import { type RawBuilder, sql } from 'kysely'

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
  return sql`and exists (select 1 from users as learner where learner.uid = ${sql.ref(column)} ${hasMentor(filter)})`
}
