import type { Language } from '../../../contract/languages.ts'
import type { LessonContent } from '../../../contract/lesson-media.ts'
import type { SilentReport } from '../../../contract/organisation/reports.ts'
import { pageTitle } from '../../courses/catalogue/page-title.ts'
import type { Db } from '../../database/tables.ts'

type PlaceInCourse = Pick<SilentReport['groups'][number], 'lessonId' | 'lessonTitle' | 'pageId' | 'pageTitle'>

/** Where each page is in its course. */
export type PagesInOrder = {
  /** Whether a course ends with this lesson. */
  isLast(lessonId: string): boolean
  languageOf(lessonId: string): Language | null
  /** Whether the course was withdrawn from everybody, so that nobody can go on in it. */
  isClosed(lessonId: string): boolean
  /** The page after this one, where the person stopped. */
  after(lessonId: string, pageId: string): PlaceInCourse
}

export async function pagesInOrder(db: Db): Promise<PagesInOrder> {
  const rows = await db
    .selectFrom('lessons')
    .select(['course_id', 'content'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const all = rows.map(({ course_id, content }) => ({ course_id, ...(JSON.parse(content) as LessonContent) }))
  const closed = await db
    .selectFrom('courses')
    .select('id')
    .where('withdrawn_at', 'is not', null)
    .where('is_closed', '=', 1)
    .execute()
  const closedIds = new Set(closed.map(({ id }) => id))
  const byId = new Map(all.map(one => [one.lesson.id, one]))
  const lastLessons = new Set(new Map(all.map(one => [one.course_id, one.lesson.id])).values())
  return {
    isLast: lessonId => lastLessons.has(lessonId),
    languageOf: lessonId => byId.get(lessonId)?.lesson.language ?? null,
    isClosed: lessonId => closedIds.has(byId.get(lessonId)?.course_id ?? ''),
    after(lessonId, pageId) {
      const lesson = byId.get(lessonId)
      if (!lesson) return { lessonId: null, lessonTitle: null, pageId: null, pageTitle: null }
      const next = lesson.pages[lesson.pages.findIndex(({ id }) => id === pageId) + 1]
      const siblings = all.filter(one => one.course_id === lesson.course_id)
      const nextLesson = next ? lesson : (siblings[siblings.indexOf(lesson) + 1] ?? lesson)
      const page = next ?? nextLesson.pages[0]
      return {
        lessonId: nextLesson.lesson.id,
        lessonTitle: nextLesson.lesson.title,
        pageId: page?.id ?? null,
        pageTitle: page ? pageTitle(page) : null,
      }
    },
  }
}
