import { listCourses } from '../contract/courses.ts'
import { getLesson, logPage, type Page } from '../contract/lessons.ts'
import type { Person } from '../e2e/people.ts'
import type { PreparedRequest } from './connection.ts'

/** The demo lesson that has each type of page once. */
export const LESSON = 'first-aid-ar-cuts'

export function askCourses(person: Person): PreparedRequest {
  return { method: 'GET', path: listCourses.path, headers: headersOf(person) }
}

export function askLesson(person: Person): PreparedRequest {
  return { method: 'GET', path: ofLesson(getLesson.path), headers: headersOf(person) }
}

/** One log of each page, from the first to the last. */
export function askLogs(person: Person, pages: Page[]): PreparedRequest[] {
  return pages.map(({ id: pageId }, index) => ({
    method: 'POST',
    path: ofLesson(logPage.path),
    headers: { ...headersOf(person), 'Content-Type': 'application/json' },
    body: JSON.stringify({ userId: person.session.uid, pageId, pageNumber: index + 1, answer: 'شاش نظيف وماء جارٍ' }),
  }))
}

export async function pagesOf({ call }: Person, lessonId: string): Promise<Page[]> {
  const { data } = await call(getLesson, { params: { lessonId } })
  return data.pages
}

function ofLesson(path: string): string {
  return path.replace(':lessonId', LESSON)
}

export function headersOf({ session }: Person): Record<string, string> {
  return {
    Accept: 'application/json',
    'Accept-Encoding': 'gzip, deflate, br',
    'Accept-Language': 'ar',
    Authorization: `Bearer ${session.idToken}`,
  }
}
