import { type Kysely, sql } from 'kysely'
import { createTable } from './create-table.ts'

/**
 * Every page that was ever imported, in its last version. An answer to it is accepted after it was removed from its
 * lesson.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'known_pages',
    { lesson_id: 'text!', page_id: 'text!', is_public: 'integer!', place: 'text', content: 'text' },
    ['lesson_id', 'page_id'],
  )
  await savePresentPages(db as Kysely<Stored>)
  await saveGonePages(db)
}

type Row = { id: string; is_beta: number; content: string }
type Stored = {
  courses: Row
  lessons: Row & { course_id: string; position: number }
  known_pages: { lesson_id: string; page_id: string; is_public: number; place: string; content: string }
}
type Course = { title: string }
type Lesson = { lesson: { title: string }; pages: { id: string }[] }

async function savePresentPages(db: Kysely<Stored>): Promise<void> {
  const courses = new Map((await db.selectFrom('courses').selectAll().execute()).map(course => [course.id, course]))
  const lessons = await db.selectFrom('lessons').selectAll().orderBy('course_id').orderBy('position').execute()
  for (const { id: lessonId, course_id: courseId, ...row } of lessons) {
    const course = courses.get(courseId)
    const { lesson, pages } = JSON.parse(row.content) as Lesson
    const siblings = lessons.filter(({ course_id }) => course_id === courseId)
    const place = {
      courseId,
      courseTitle: course ? (JSON.parse(course.content) as Course).title : '',
      lessonNumber: siblings.findIndex(({ id }) => id === lessonId) + 1,
      lessonTitle: lesson.title,
    }
    const is_public = row.is_beta || course?.is_beta ? 0 : 1
    for (const [index, page] of pages.entries()) {
      const where = JSON.stringify({ ...place, pageNumber: index + 1 })
      await db
        .insertInto('known_pages')
        .values({ lesson_id: lessonId, page_id: page.id, is_public, place: where, content: JSON.stringify(page) })
        .execute()
    }
  }
}

/** An answered page belonged to its lesson, even if an import before this version removed it. */
async function saveGonePages(db: Kysely<unknown>): Promise<void> {
  // A voice note belongs to a message, not to a page.
  for (const table of ['page_answers', 'recordings'])
    await sql`insert into known_pages (lesson_id, page_id, is_public)
      select distinct lesson_id, page_id, 1 from ${sql.table(table)} where lesson_id <> 'voice-note'
      on conflict do nothing`.execute(db)
}
