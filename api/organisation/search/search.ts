import { type Found, MAX_FOUND, searchEverything } from '../../../contract/organisation/search/search.ts'
import { FOR_AUTHORS, FOR_PEOPLE, type TeamRole } from '../../../contract/team-roles.ts'
import { searchable } from '../../../contract/text/search-text.ts'
import type { Catalogue } from '../../courses/catalogue/catalogue.ts'
import { pageTitle } from '../../courses/catalogue/page-title.ts'
import type { CatalogueLesson } from '../../courses/catalogue/snapshot.ts'
import type { CourseChecker } from '../../courses/checking/course-checker.ts'
import type { Db } from '../../database/tables.ts'
import { type Route, serve } from '../../http/serve.ts'
import { rolesOf } from '../../team/roles.ts'
import { findPeopleInReach } from '../people/list/list-people.ts'
import { type WrittenPages, writtenPages } from './written-pages.ts'

type Deps = { db: Db; now: () => number; catalogue: Catalogue; checker: CourseChecker }

/** One search for people, courses and pages. */
export function searchRoutes({ db, catalogue, checker }: Deps): Route[] {
  const allWritten = writtenPages(db, checker)
  return [
    serve(searchEverything, async ({ user, reach, query: { q } }) => {
      const roles = await rolesOf(db, user.uid)
      const may = (wanted: readonly TeamRole[]) => wanted.some(role => roles.includes(role))
      const isTitle = titleWith(q)
      const isAuthor = may(FOR_AUTHORS)
      const written = isAuthor ? await allWritten() : new Map<string, WrittenPages>()
      const published = catalogue.courses()
      const isListed = new Set(published.map(({ id }) => id))
      const courses = [...published, ...[...written.values()].filter(({ id }) => !isListed.has(id))]
      return {
        success: true,
        data: {
          people: may(FOR_PEOPLE) ? await findPeopleInReach(db, q, { reach, limit: MAX_FOUND }) : [],
          courses: courses
            .filter(({ title }) => isTitle(title))
            .slice(0, MAX_FOUND)
            .map(({ id, title }) => ({ id, title })),
          pages: isAuthor
            ? pagesIn(catalogue, written)
                .filter(({ title }) => isTitle(title))
                .slice(0, MAX_FOUND)
            : [],
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

/**
 * The pages of all courses. A course with a draft has those of the draft, because a press opens the course as it is
 * written.
 */
function pagesIn(catalogue: Catalogue, written: ReadonlyMap<string, WrittenPages>): Found['pages'] {
  const published = catalogue.courses().filter(({ id }) => !written.has(id))
  const ofPublished = published.flatMap(({ id: courseId, title: courseTitle, lessonIds }) =>
    lessonIds.flatMap(lessonId => {
      const lesson = catalogue.lessonOf(lessonId)
      const of = { lessonId, lessonTitle: lesson?.title ?? '', courseId, courseTitle }
      return lesson ? titlesOf(lesson).map(page => ({ ...page, ...of })) : []
    }),
  )
  return [...ofPublished, ...[...written.values()].flatMap(({ pages }) => pages)]
}

/** The titles in each lesson. An import makes new lesson objects, so titles of before are not found. */
const known = new WeakMap<CatalogueLesson, { id: string; title: string }[]>()

function titlesOf(lesson: CatalogueLesson): { id: string; title: string }[] {
  const titles = known.get(lesson) ?? lesson.pages.map(page => ({ id: page.id, title: pageTitle(page) }))
  known.set(lesson, titles)
  return titles
}
