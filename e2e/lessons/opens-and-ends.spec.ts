import { listCourses } from '../../contract/courses.ts'
import { expectGoodOnBoth } from '../good-screens.ts'
import { held } from '../held.ts'
import { progressOf } from '../people.ts'
import { openPage } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { answer, CUTS, cutsOf, mainButton, texts } from './lesson-walk.ts'

test('the words of a page can be read before the app is here, and what is pressed meanwhile counts', async ({
  page,
  server,
}) => {
  const requests: string[] = []
  page.on('request', request => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  const letGo = await held(page, '**/assets/app-*.js')
  const noura = await openPage(page, server, { lessonId: cutsOf('en'), pageId: 'first-step' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('3 / 9')).toBeVisible()
  await answer['first-step']?.(page, 'en')
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveAttribute('aria-busy', 'true')
  const data = [`POST /disciple/v2/user/${noura.session.uid}`, `GET /disciple/v2/lessons/${cutsOf('en')}`]
  expect(requests).toEqual(expect.arrayContaining(data))
  const courses = 'GET /disciple/v2/courses/step-by-step'
  expect(requests, 'no page in the middle of a lesson waits for the courses').not.toContain(courses)
  letGo()
  await expect(page).toHaveURL(/\/4$/)
  await expect.poll(async () => (await progressOf(noura, cutsOf('en')))?.answers['first-step']).toBeTruthy()
  await expect.poll(() => requests).toContain(courses)
  for (const call of data) expect(requests.filter(name => name === call)).toHaveLength(1)
})

test('a lesson that ends before the courses or the progress could be loaded is finished all the same, and goes on with a network', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const t = texts.ar
  const last = CUTS.at(-1) ?? ''
  const courses = `**${listCourses.path}*`
  await page.route(courses, route => route.abort())
  const noura = await openPage(page, server, { lessonId: cutsOf('ar'), pageId: last, language: 'ar' })
  await answer[last]?.(page, 'ar')
  await mainButton(page).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('heading', { name: t.course.finished })).toBeFocused()
  await expect(sheet.getByRole('link', { name: t.page.courses })).toBeVisible()
  await expectGoodOnBoth(page, 'a finished lesson without its course')
  await expect.poll(async () => (await progressOf(noura, cutsOf('ar')))?.status).toBe('complete')
  await page.unroute(courses)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(sheet.getByRole('button', { name: t.course.backToCourse })).toBeVisible()
  await expect(sheet.getByRole('link')).toContainText(t.course.nextLesson.split('{')[0] ?? '')

  // Now the other way round: this phone has not saved her progress.
  await page.route(`**/user/${noura.session.uid}`, route => route.abort())
  // The app holds the database open, so another page deletes it.
  await page.goto(`${server.origin}/health/live`)
  await page.evaluate(() => {
    const deleted = indexedDB.deleteDatabase('step-by-step-data')
    return new Promise(resolve => deleted.addEventListener('success', resolve))
  })
  await page.goBack()
  await expect(sheet.getByRole('heading', { name: t.course.finished })).toBeVisible()
  await expect(sheet.getByRole('link')).toHaveCount(0)
  const requests: string[] = []
  page.on('request', request => request.url().endsWith(`/user/${noura.session.uid}`) && requests.push(request.url()))
  await sheet.getByRole('button', { name: t.course.backToCourse }).click()
  const offline = page.getByRole('heading', { name: t.offline.title })
  await expect(offline).toBeVisible()
  // In the past the note appeared and disappeared seventy times a second: the progress below it asked for the same data
  // again.
  await page.waitForTimeout(500)
  expect(requests.length).toBeLessThan(6)
  await expect(offline).toBeVisible()
})
