import type { LessonContent } from '../../../contract/lesson-media.ts'
import type { EffectKind, Effects } from '../../../contract/organisation/course-versions.ts'
import { pageTypeOf } from '../../../contract/pages/index.ts'
import { readsAnswerOf } from '../../../contract/pages/page-type.ts'
import type { Db } from '../../database/tables.ts'

/** The parts of a course that decide where a learner is: ids, types and their order. */
export type CourseOutline = { id: string; title: string; pages: { id: string; type: string }[] }[]

type DonePage = { page_id: string; page_type: string | null; hasAnswer: boolean }
type Detail = Omit<Effects['details'][number], 'people'>

/** How a new outline of a course affects each learner, by the rules of their progress. */
export async function effectsOf(
  db: Db,
  { course, outline }: { course: string; outline: CourseOutline },
): Promise<Effects> {
  const before = await presentOutline(db, course)
  const people = await peopleIn(db, before)
  const isComplete = await completedIn(db, before)
  const found = new Map<string, Detail & { uids: Set<string> }>()
  const touched = new Map<string, Set<EffectKind>>()
  for (const [uid, lessons] of people)
    for (const [lessonId, given] of lessons) {
      const oldLesson = before.find(({ id }) => id === lessonId) as CourseOutline[number]
      const completed = isComplete.has(`${uid}\n${lessonId}`)
      for (const detail of effectsIn(oldLesson, outline, before, { given, completed })) {
        const key = JSON.stringify([detail.kind, detail.lessonId, detail.pageId])
        const entry = found.get(key) ?? { ...detail, uids: new Set() }
        entry.uids.add(uid)
        found.set(key, entry)
        touched.set(uid, (touched.get(uid) ?? new Set()).add(detail.kind))
      }
    }
  const kinds = (['new-page', 'hidden', 'carried-on', 'again'] as const).flatMap(kind => {
    const count = [...touched.values()].filter(own => own.has(kind)).length
    return count > 0 ? [{ kind, people: count }] : []
  })
  const details = [...found.values()].map(({ uids, ...detail }) => ({ ...detail, people: uids.size }))
  return { people: people.size, nothing: people.size - touched.size, kinds, details }
}

type Lesson = CourseOutline[number]

function effectsIn(
  oldLesson: Lesson,
  outline: CourseOutline,
  before: CourseOutline,
  { given, completed }: { given: readonly DonePage[]; completed: boolean },
): Detail[] {
  const lesson = { lessonId: oldLesson.id, lessonTitle: oldLesson.title, pageId: null, pageNumber: null }
  const newLesson = outline.find(({ id }) => id === oldLesson.id)
  if (!newLesson) {
    const again = successorOf(oldLesson, outline, before)
    return [{ kind: again ? 'again' : 'hidden', ...lesson }]
  }
  const [oldPlace, newPlace] = [furthest(oldLesson, given), furthest(newLesson, given)]
  const place = { lessonId: newLesson.id, lessonTitle: newLesson.title }
  return [
    ...oldLesson.pages.flatMap((page, index): Detail[] =>
      hides(page, newLesson, given) ? [{ kind: 'hidden', ...place, pageId: page.id, pageNumber: index + 1 }] : [],
    ),
    ...newLesson.pages.flatMap((page, index): Detail[] => {
      const oldNumber = numberIn(oldLesson, page.id)
      const isBehind = (index < newPlace || completed) && !given.some(({ page_id }) => page_id === page.id)
      if (oldNumber === 0)
        return isBehind ? [{ kind: 'new-page', ...place, pageId: page.id, pageNumber: index + 1 }] : []
      const isSkipped = !completed && oldNumber > oldPlace && index < newPlace
      return isSkipped ? [{ kind: 'carried-on', ...place, pageId: page.id, pageNumber: index + 1 }] : []
    }),
  ]
}

/** The new lesson that replaces this one. It has another id, and the same title or at least half of the pages. */
function successorOf(oldLesson: Lesson, outline: CourseOutline, before: CourseOutline): Lesson | undefined {
  const known = new Set(before.map(({ id }) => id))
  const ids = new Set(oldLesson.pages.map(({ id }) => id))
  return outline.find(
    ({ id, title, pages }) =>
      !known.has(id) && (title === oldLesson.title || pages.filter(page => ids.has(page.id)).length * 2 >= ids.size),
  )
}

function hides(page: { id: string; type: string }, newLesson: Lesson, given: readonly DonePage[]): boolean {
  const own = given.find(({ page_id }) => page_id === page.id)
  if (!own?.hasAnswer || !reads(page.type, own.page_type)) return false
  const next = newLesson.pages.find(({ id }) => id === page.id)
  return !next || !reads(next.type, own.page_type ?? page.type)
}

function reads(type: string, givenOn: string | null): boolean {
  return readsAnswerOf({ type, readsAnswersOf: pageTypeOf(type).readsAnswersOf }, givenOn)
}

function furthest(lesson: Lesson, given: readonly DonePage[]): number {
  return Math.max(0, ...given.map(({ page_id }) => numberIn(lesson, page_id)))
}

/** The page number from 1; 0 if the lesson does not have the page. */
function numberIn({ pages }: Lesson, id: string): number {
  return pages.findIndex(page => page.id === id) + 1
}

async function presentOutline(db: Db, course: string): Promise<CourseOutline> {
  const rows = await db.selectFrom('lessons').select('content').where('course_id', '=', course).execute()
  return rows.map(({ content }) => {
    const { lesson, pages } = JSON.parse(content) as LessonContent
    return { id: lesson.id, title: lesson.title, pages: pages.map(({ id, type }) => ({ id, type })) }
  })
}

async function peopleIn(db: Db, outline: CourseOutline): Promise<Map<string, Map<string, DonePage[]>>> {
  const people = new Map<string, Map<string, DonePage[]>>()
  for (const { id } of outline) {
    const rows = await db
      .selectFrom('page_answers')
      .select(({ eb }) => ['uid', 'page_id', 'page_type', eb('answer', 'is not', null).as('has_answer')])
      .where('lesson_id', '=', id)
      .execute()
    for (const { uid, page_id, page_type, has_answer } of rows) {
      const lessons = people.get(uid) ?? new Map<string, DonePage[]>()
      people.set(
        uid,
        lessons.set(id, [...(lessons.get(id) ?? []), { page_id, page_type, hasAnswer: Boolean(has_answer) }]),
      )
    }
  }
  return people
}

async function completedIn(db: Db, outline: CourseOutline): Promise<ReadonlySet<string>> {
  const ids = outline.map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('completed_lessons')
    .select(['uid', 'lesson_id'])
    .where('lesson_id', 'in', ids)
    .execute()
  return new Set(rows.map(({ uid, lesson_id }) => `${uid}\n${lesson_id}`))
}
