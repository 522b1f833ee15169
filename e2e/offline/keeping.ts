import type { BrowserContext, Page } from '@playwright/test'
import { texts } from '../lessons/lesson-walk.ts'
import { bringIn, personOf } from '../people.ts'
import type { Server } from '../server.ts'
import { expect } from '../test.ts'
import { untilSaved } from './saved.ts'

const t = texts.en
export const COURSE = '/courses/first-aid-en'

/** Opens the screen of the course for Noura. */
export async function atCourse(context: BrowserContext, server: Server, origin = server.origin, path = COURSE) {
  const noura = await personOf(server)
  const page = await context.newPage()
  await bringIn(page, noura)
  await page.goto(origin + path)
  await untilSaved(page, noura)
  return { noura, page }
}

/** Opens the sheet, and accepts what it offers. */
export async function keep(page: Page): Promise<void> {
  await page.getByRole('button', { name: t.course.keep }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Keep, / })
    .click()
}

export const isDone = (page: Page) =>
  expect(page.getByRole('heading', { name: t.keeping.done })).toBeVisible({ timeout: 30_000 })

/** Names of the files in the media cache. */
export function cachedMediaNames(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const keys = await (await caches.open('sbs.media')).keys()
    return keys.map(({ url }) => new URL(url).pathname.slice('/media/'.length) + new URL(url).search)
  })
}
