import type { Draft, DraftLesson, DraftPage } from '../../../contract/organisation/drafts.ts'

/** The path of a course, a lesson or a page in the editor. */
export function editorPath(courseId: string, lesson?: string, page?: string): string {
  return ['/org/courses', courseId, 'edit', lesson, page]
    .filter(Boolean)
    .map((part, index) => (index === 0 ? part : encodeURIComponent(part as string)))
    .join('/')
}

/** The paths of a course in the order of its outline: the course, then each lesson with its pages. */
export function pathsOf({ courseId, lessons }: Draft): string[] {
  const ofLessons = lessons.flatMap(({ key, pages }) => [
    editorPath(courseId, key),
    ...pages.map(page => editorPath(courseId, key, page.key)),
  ])
  return [editorPath(courseId), ...ofLessons]
}

export type PlaceInCourse = { lesson: DraftLesson | undefined; page: DraftPage | undefined }

/** The lesson and page of the URL, if they exist. */
export function placeIn(draft: Draft, lessonKey: string | undefined, pageKey: string | undefined): PlaceInCourse {
  const lesson = draft.lessons.find(({ key }) => key === lessonKey)
  return { lesson, page: lesson?.pages.find(({ key }) => key === pageKey) }
}

/** The ids in the URL. */
export type OpenPlace = { lessonId: string | undefined; pageId: string | undefined }

/** A new page comes after the open page of its lesson, otherwise at the end. Two lessons can have the same page id. */
export function pageBeforeNew({ key, pages }: DraftLesson, { lessonId, pageId }: OpenPlace): string | null {
  const openPage = key === lessonId ? pages.find(page => page.key === pageId) : undefined
  return (openPage ?? pages.at(-1))?.key ?? null
}

/** Colours that are clear both as a drawing and as a background. */
export const COURSE_COLOURS = ['#d9480f', '#c2255c', '#5f3dc4', '#1971c2', '#0b7285', '#2b8a3e', '#e67700', '#51666e']
