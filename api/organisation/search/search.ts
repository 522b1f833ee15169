import { FOUND_AT_MOST, type Found, searchEverything } from '../../../contract/organisation/search/search.ts'
import { FOR_AUTHORS, FOR_PEOPLE, type TeamRole } from '../../../contract/team-roles.ts'
import { searchable } from '../../../contract/text/search-text.ts'
import type { Catalogue } from '../../courses/catalogue/catalogue.ts'
import { pageTitle } from '../../courses/catalogue/page-title.ts'
import type { CatalogueLesson } from '../../courses/catalogue/snapshot.ts'
import { anyWrittenCourse, IMPORT_PREFIX } from '../../courses/drafts/draft-store.ts'
import type { Db } from '../../database/tables.ts'
import { type Route, serve } from '../../http/serve.ts'
import { rolesOf } from '../../team/roles.ts'
import { findPeopleInReach } from '../people/list-people.ts'

type Deps = { db: Db; now: () => number; catalogue: Catalogue }
type Course = Found['courses'][number]

/** One search for people, courses and pages. */
export function searchRoutes({ db, catalogue }: Deps): Route[] {
  return [
    serve(searchEverything, async ({ user, reach, query: { q } }) => {
      const roles = await rolesOf(db, user.uid)
      const may = (wanted: readonly TeamRole[]) => wanted.some(role => roles.includes(role))
      const isTitle = titleWith(q)
      const courses = [...catalogue.courses(), ...(may(FOR_AUTHORS) ? await unpublishedCourses(db, catalogue) : [])]
      return {
        success: true,
        data: {
          people: may(FOR_PEOPLE) ? await findPeopleInReach(db, q, { reach, limit: FOUND_AT_MOST }) : [],
          courses: courses
            .filter(({ title }) => isTitle(title))
            .slice(0, FOUND_AT_MOST)
            .map(({ id, title }) => ({ id, title })),
          pages: may(FOR_AUTHORS) ? pagesIn(catalogue, isTitle) : [],
        },
      }
    }),
  ]
}

/** Whether a title has all words, in any spelling. */
function titleWith(q: string): (title: string) => boolean {
  const words = q.split(/\s+/).map(searchable).filter(Boolean)
  return title => {
    const text = searchable(title)
    return words.length > 0 && words.every(word => text.includes(word))
  }
}

function pagesIn(catalogue: Catalogue, isTitle: (title: string) => boolean): Found['pages'] {
  const found: Found['pages'] = []
  for (const { id: courseId, title: courseTitle, lessonIds } of catalogue.courses())
    for (const lesson of lessonIds.map(catalogue.lessonOf))
      for (const page of lesson ? titlesOf(lesson) : [])
        if (found.length < FOUND_AT_MOST && isTitle(page.title))
          found.push({ ...page, lessonId: lesson?.id ?? '', lessonTitle: lesson?.title ?? '', courseId, courseTitle })
  return found
}

/** A lesson is another object after each import. */
const known = new WeakMap<CatalogueLesson, { id: string; title: string }[]>()

function titlesOf(lesson: CatalogueLesson): { id: string; title: string }[] {
  const titles = known.get(lesson) ?? lesson.pages.map(page => ({ id: page.id, title: pageTitle(page) }))
  known.set(lesson, titles)
  return titles
}

async function unpublishedCourses(db: Db, catalogue: Catalogue): Promise<Course[]> {
  const published = new Set(catalogue.courses().map(({ id }) => id))
  const rows = await db
    .selectFrom('course_drafts')
    .select('course_id')
    .where('course_id', 'not like', `${IMPORT_PREFIX}%`)
    .orderBy('course_id')
    .execute()
  const courses: Course[] = []
  for (const { course_id: id } of rows) {
    if (published.has(id)) continue
    const written = await anyWrittenCourse(db, id)
    const { DraftCourse } = await import('../../courses/drafts/draft-course.ts')
    const title = written && new DraftCourse(written.texts).courseFields?.title
    if (typeof title === 'string') courses.push({ id, title })
  }
  return courses
}
