import type { LessonContent } from '../../contract/lesson-media.ts'
import type { Page } from '../../contract/lessons.ts'
import type { StoredAnswer } from '../../contract/progress.ts'
import { knownPagesOf } from '../courses/catalogue/known-pages.ts'
import type { Db, Tables } from '../database/tables.ts'
import { choicesInWords } from './in-words.ts'

type AnsweredPage = Pick<
  Tables['page_answers'],
  'lesson_id' | 'page_id' | 'answer' | 'answered_at' | 'first_answer' | 'tries'
>

/** Collects what a learner did, for their download. It has titles and texts, because an answer can be a bare id. */
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

/** Finds the names of a lesson and its pages; the last known ones if they no longer exist. */
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

function pageFrom({ page_id, answer, answered_at, first_answer, tries }: AnsweredPage, page: Page | undefined): object {
  const given = answer === null ? undefined : (JSON.parse(answer) as StoredAnswer)
  return {
    pageId: page_id,
    answer: given,
    answerInWords: given === undefined ? undefined : choicesInWords(given, page),
    firstAnswer: first_answer == null ? undefined : (JSON.parse(first_answer) as StoredAnswer),
    tries: tries ?? undefined,
    answeredAt: new Date(answered_at).toISOString(),
  }
}
