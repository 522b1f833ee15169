import type { Page } from '../../contract/lessons.ts'
import type { StoredAnswer } from '../../contract/progress.ts'
import type { LessonContent } from '../courses/shelf.ts'
import type { Db } from '../database/tables.ts'
import { inWords } from './in-words.ts'

type AnsweredPage = { lesson_id: string; page_id: string; answer: string | null; answered_at: number }

/** All that a learner did, to be read by them: with the names that things have now, since an answer may be a bare id. */
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
      const content = await contentOf(db, lessonId)
      const completedAt = completed.find(row => row.lesson_id === lessonId)?.completed_at
      return {
        lessonId,
        title: content?.lesson.title,
        course: content?.lesson.courseId,
        completedAt: completedAt === undefined ? undefined : new Date(completedAt).toISOString(),
        pages: answered.filter(row => row.lesson_id === lessonId).map(row => pageFrom(row, content?.pages)),
      }
    }),
  )
}

async function contentOf(db: Db, lessonId: string): Promise<LessonContent | undefined> {
  const row = await db.selectFrom('lessons').select('content').where('id', '=', lessonId).executeTakeFirst()
  return row && (JSON.parse(row.content) as LessonContent)
}

function pageFrom({ page_id, answer, answered_at }: AnsweredPage, pages: readonly Page[] = []): object {
  const given = answer === null ? undefined : (JSON.parse(answer) as StoredAnswer)
  const page = pages.find(({ id }) => id === page_id)
  return {
    pageId: page_id,
    answer: given,
    answerInWords: given === undefined ? undefined : inWords(given, page),
    answeredAt: new Date(answered_at).toISOString(),
  }
}
