import type { Page } from '../../contract/lessons.ts'
import type { StoredAnswer } from '../../contract/progress.ts'
import { knownPagesOf } from '../courses/catalogue/known-pages.ts'
import type { LessonContent } from '../courses/catalogue/snapshot.ts'
import type { Db } from '../database/tables.ts'
import { inWords } from './in-words.ts'

type AnsweredPage = { lesson_id: string; page_id: string; answer: string | null; answered_at: number }

/** For the download of a learner: everything they did, with titles and texts, because an answer can be a bare id. */
export async function collectLessons(db: Db, uid: string): Promise<object[]> {
  const answered = await db
    .selectFrom('page_answers')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('answered_at')
    .execute()
  const completed = await db.selectFrom('completed_lessons').selectAll().where('uid', '=', uid).execute()
  const ids = [...new Set([...answered, ...completed].map(row => row.lesson_id))]
  return Promise.all(
    ids.map(async lessonId => {
      const { title, course, pages } = await namesOf(db, lessonId)
      const completedAt = completed.find(row => row.lesson_id === lessonId)?.completed_at
      return {
        lessonId,
        title,
        course,
        completedAt: completedAt === undefined ? undefined : new Date(completedAt).toISOString(),
        pages: answered.filter(row => row.lesson_id === lessonId).map(row => pageFrom(row, pages.get(row.page_id))),
      }
    }),
  )
}

/** For a lesson or page that no longer exists, the last known names. */
async function namesOf(db: Db, lessonId: string) {
  const row = await db.selectFrom('lessons').select('content').where('id', '=', lessonId).executeTakeFirst()
  const lesson = row && (JSON.parse(row.content) as LessonContent).lesson
  const known = await knownPagesOf(db, lessonId)
  const last = [...known.values()].find(({ place }) => place)?.place
  return {
    title: lesson?.title ?? last?.lessonTitle,
    course: lesson?.courseId ?? last?.courseId,
    pages: new Map([...known].map(([pageId, { page }]) => [pageId, page])),
  }
}

function pageFrom({ page_id, answer, answered_at }: AnsweredPage, page: Page | undefined): object {
  const given = answer === null ? undefined : (JSON.parse(answer) as StoredAnswer)
  return {
    pageId: page_id,
    answer: given,
    answerInWords: given === undefined ? undefined : inWords(given, page),
    answeredAt: new Date(answered_at).toISOString(),
  }
}
