import type { Locator, Page } from '@playwright/test'
import type { AnalyticsEvent } from '../contract/analytics.ts'
import { type Course, listCourses } from '../contract/courses.ts'
import { getLesson, type Page as LessonPage, logPage, type PageLog } from '../contract/lessons.ts'
import type { StoredAnswer } from '../contract/progress.ts'
import type { Language } from './lessons/lesson-walk.ts'
import { bringIn, type Person, personOf } from './people.ts'
import type { Server } from './server.ts'

/** The path of a lesson of the demo, or of one of its pages. */
export function lessonPath(lessonId: string, pageNumber = 1): string {
  const courseId = lessonId.slice(0, lessonId.lastIndexOf('-'))
  return `/courses/${courseId}/lessons/${lessonId}${pageNumber === 1 ? '' : `/${pageNumber}`}`
}

export async function pagesOf({ call }: Person, lessonId: string): Promise<LessonPage[]> {
  return (await call(getLesson, { params: { lessonId } })).data.pages
}

/** Opens another path inside the app, as the button "back" does. That takes a third of the time of loading the app. */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate(
    path =>
      new Promise<void>(resolve => {
        // The app scrolls at once when it has drawn the next screen.
        const { scrollTo } = window
        window.scrollTo = (...to: []) => {
          Object.assign(window, { scrollTo })
          scrollTo(...to)
          resolve()
        }
        history.pushState(null, '', path)
        dispatchEvent(new PopStateEvent('popstate'))
      }),
    path,
  )
}

/** Saves the progress up to this page, because clicking through all pages takes time. */
export async function finishPage(person: Person, lessonId: string, pageId: string, answer?: StoredAnswer) {
  const pages = await pagesOf(person, lessonId)
  const pageNumber = pages.findIndex(({ id }) => id === pageId) + 1
  const body = { userId: person.session.uid, pageId, pageNumber, ...(answer === undefined ? {} : { answer }) }
  await person.call(logPage, { params: { lessonId }, body })
}

type At = { lessonId: string; pageId: string; language?: Language; person?: Person }

/** Opens a page for the first time, for a person who has completed all pages before it. */
export async function openPage(page: Page, server: Server, { lessonId, pageId, language = 'en', person }: At) {
  const learner = person ?? (await personOf(server))
  const pages = await pagesOf(learner, lessonId)
  const before = pages.findIndex(({ id }) => id === pageId) - 1
  if (pages[before]) await finishPage(learner, lessonId, pages[before].id)
  await bringIn(page, learner, language)
  await page.goto(server.origin + lessonPath(lessonId, before + 2))
  return learner
}

/**
 * Waits until a tab has loaded the texts of the outbox and, in a lesson, the courses and the code of the other pages,
 * with their styles.
 */
export async function fetchedAhead(page: Page, ...pieces: string[]): Promise<void> {
  const ofLesson = page.url().includes('/lessons/') ? ['courses', 'pages'] : []
  await page.waitForFunction(
    names =>
      names.every(name =>
        performance.getEntriesByType('resource').some(({ name: url }) => url.includes(name) && !url.endsWith('.css')),
      ) && [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
    [
      ...['behind', 'texts', ...ofLesson, ...pieces].map(piece => `/${piece}-`),
      ...(ofLesson.length > 0 ? [listCourses.path] : []),
    ],
    // By default Playwright polls at each frame, so the browser would draw sixty frames a second.
    { timeout: 15_000, polling: 100 },
  )
}

/** The pages that a tab logs, in their order. */
export function logsOf(page: Page): PageLog[] {
  const logs: PageLog[] = []
  page.on('request', request => {
    if (request.url().endsWith('/log')) logs.push(request.postDataJSON())
  })
  return logs
}

/** The analytics events of a tab, except the views of screens. */
export function eventsOf(page: Page): Pick<AnalyticsEvent, 'name' | 'params'>[] {
  const events: Pick<AnalyticsEvent, 'name' | 'params'>[] = []
  page.on('request', request => {
    if (!request.url().endsWith('/analytics/v1/events')) return
    for (const { name, params } of request.postDataJSON().events)
      if (name !== 'screen_view') events.push({ name, params })
  })
  return events
}

/** Replaces the pages of a lesson, as if the course had them. */
export async function servePages(
  page: Page,
  lessonId: string,
  pagesFrom: (own: LessonPage[]) => object[],
): Promise<void> {
  await page.route(`**/disciple/v2/lessons/${lessonId}`, async route => {
    const answer = await (await route.fetch()).json()
    answer.data.pages = pagesFrom(answer.data.pages)
    await route.fulfill({ json: answer })
  })
}

/** Replaces the demo courses by one that differs from the first of them. */
export async function serveCourse(page: Page, change: Partial<Course>): Promise<void> {
  await page.route('**/disciple/v2/courses/step-by-step*', async route => {
    const answer = await (await route.fetch()).json()
    answer.data = [{ ...answer.data.find(({ id }: Course) => id === 'first-aid-en'), ...change }]
    await route.fulfill({ json: answer })
  })
}

/** Plays the end of a sound or film: no test has to wait for all of it. */
export async function playToTheEnd(media: Locator): Promise<void> {
  await media.evaluate(async (element: HTMLMediaElement) => {
    if (element.readyState < 1)
      await new Promise(resolve => element.addEventListener('loadedmetadata', resolve, { once: true }))
    element.currentTime = element.duration - 0.3
    await element.play()
  })
}

/** Moves the focus to this element with the keyboard, by fewer than `most` presses. */
export async function tabTo(page: Page, goal: Locator, most = 60): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    if (await goal.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${goal}`)
}
