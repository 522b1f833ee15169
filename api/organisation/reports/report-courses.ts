import type { ReportCourse } from '../../../contract/organisation/reports.ts'
import type { Catalogue } from '../../courses/catalogue/catalogue.ts'
import type { CourseContent } from '../../courses/catalogue/snapshot.ts'
import type { Db } from '../../database/tables.ts'
import { numberedLessonsOf } from './days/range.ts'

/** The courses that a report can be about: those of learners and of beta users in order, then withdrawn ones. */
export async function reportCourses(db: Db, catalogue: Catalogue): Promise<ReportCourse[]> {
  const present = catalogue.courses().map(({ id, title, lessonIds }) => ({
    id,
    title,
    lessons: lessonIds.map(lessonId => ({ id: lessonId, title: catalogue.lessonOf(lessonId)?.title ?? '' })),
  }))
  const withdrawn = await db
    .selectFrom('courses')
    .select(['id', 'content'])
    .where('withdrawn_at', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  for (const { id, content } of withdrawn) {
    const lessons = (await numberedLessonsOf(db, id)).map(({ lesson }) => ({ id: lesson.id, title: lesson.title }))
    present.push({ id, title: (JSON.parse(content) as CourseContent).title, lessons })
  }
  return present
}
