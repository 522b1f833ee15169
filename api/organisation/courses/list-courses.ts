import { type Language, languageCodes } from '../../../contract/languages.ts'
import type { LessonContent } from '../../../contract/lesson-media.ts'
import type { OrgCourse } from '../../../contract/organisation/courses.ts'
import type { CourseContent } from '../../courses/catalogue/snapshot.ts'
import { IMPORT_PREFIX, stateOf, writtenCourse } from '../../courses/drafts/draft-store.ts'
import type { Db, Tables } from '../../database/tables.ts'
import type { CourseCounts } from '../reports/course-counts.ts'
import { checkWritten, type NotedSummary, noteSummary } from './check-stored-draft.ts'

type Deps = Parameters<typeof checkWritten>[0]

/** All courses: in the order of the learners, then those that were never published. */
export async function orgCourses(deps: Deps, counts: CourseCounts): Promise<OrgCourse[]> {
  const { db } = deps
  const courses = await db.selectFrom('courses').selectAll().orderBy('position').orderBy('id').execute()
  const lessons = Map.groupBy(
    await db.selectFrom('lessons').select(['course_id', 'content']).execute(),
    row => row.course_id,
  )
  const versions = await newestVersions(db)
  const drafts = await db
    .selectFrom('course_drafts')
    .selectAll()
    .where('course_id', 'not like', `${IMPORT_PREFIX}%`)
    .orderBy('begun_at')
    .orderBy('course_id')
    .execute()
  const summaries = new Map<string, NotedSummary>()
  for (const draft of drafts) summaries.set(draft.course_id, await summaryOf(deps, draft))
  const draftOf = (id: string) => {
    const draft = drafts.find(one => one.course_id === id)
    const summary = summaries.get(id)
    if (!draft || !summary) return null
    const { changedPages, mistakes } = summary
    return { revision: draft.revision, changedAt: draft.changed_at, changedPages, mistakes }
  }
  const published = courses.map((row): OrgCourse => {
    const { id, title, language, note, svg, image } = JSON.parse(row.content) as CourseContent
    const contents = (lessons.get(id) ?? []).map(({ content }) => JSON.parse(content) as LessonContent)
    const version = versions.get(id)
    return {
      ...{ id, title, language, note, svg, image },
      state: stateOf(row),
      lessonCount: contents.length,
      pageCount: contents.reduce((sum, { pages }) => sum + pages.length, 0),
      bytes: contents.reduce((sum, { lesson }) => sum + (lesson.bytes?.usual ?? 0), 0),
      version: version?.number ?? null,
      versionMadeAt: version?.made_at ?? null,
      ...(counts[id] ?? { inItNow: 0, completed: 0 }),
      draft: draftOf(id),
      hasFiles: version?.hasFiles === true || drafts.some(draft => draft.course_id === id),
    }
  })
  const isPublished = new Set(courses.map(({ id }) => id))
  const others = drafts.filter(({ course_id }) => !isPublished.has(course_id))
  return [...published, ...others.map(({ course_id }) => unpublished(course_id, summaries, draftOf(course_id)))]
}

function unpublished(id: string, summaries: ReadonlyMap<string, NotedSummary>, draft: OrgCourse['draft']): OrgCourse {
  const { title, language, note, lessons, pages } = summaries.get(id) as NotedSummary
  return {
    ...{ id, title, note, svg: '', image: '' },
    language: languageCodes.find(code => code === language) ?? (languageCodes[0] as Language),
    state: 'draft',
    lessonCount: lessons,
    pageCount: pages,
    ...{ bytes: null, version: null, versionMadeAt: null, inItNow: 0, completed: 0 },
    draft,
    hasFiles: true,
  }
}

/** The stored summary of the last check. If the draft has changed since, it is checked again. */
async function summaryOf(deps: Deps, { course_id, revision, checked }: Tables['course_drafts']): Promise<NotedSummary> {
  const noted = checked === null ? undefined : (JSON.parse(checked) as NotedSummary)
  if (noted?.revision === revision) return noted
  const { summary } = await checkWritten(deps, await writtenCourse(deps.db, course_id))
  await noteSummary(deps.db, course_id, { revision, ...summary })
  return { revision, ...summary }
}

async function newestVersions(db: Db) {
  const rows = await db
    .selectFrom('course_versions')
    .select(['course_id', 'number', 'made_at'])
    .select(({ eb }) => eb('files', 'is not', null).as('has_files'))
    .orderBy('number')
    .execute()
  return new Map(
    rows.map(({ course_id, number, made_at, has_files }) => [
      course_id,
      { number, made_at, hasFiles: Boolean(has_files) },
    ]),
  )
}
