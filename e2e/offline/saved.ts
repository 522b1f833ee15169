import { type BrowserContext, expect, type Page } from '@playwright/test'
import { mediaOf } from '../../contract/lesson-media.ts'
import { getLesson } from '../../contract/lessons.ts'
import { isSound } from '../../contract/media.ts'
import { MEDIA_CACHE } from '../../web/worker/media-cache.ts'
import { ALL_SCREENS } from '../../web/worker/saved-build-names.ts'
import type { Person } from '../people.ts'
import { storedRows } from '../stored-rows.ts'

/** Resolves when this phone has what it opens without a network: the build, and what this person has seen. */
export async function untilSaved(page: Page, who: Person): Promise<void> {
  await expect.poll(() => page.evaluate(hasBuild)).toBe(true)
  await expect.poll(() => savedOf(page, who)).toHaveProperty('user')
}

/** Runs in the page: the newest build is complete, and the page is controlled by the worker. */
async function hasBuild(): Promise<boolean> {
  const newest = (await caches.keys()).findLast(name => name.startsWith('sbs.build.'))
  const page = newest === undefined ? undefined : await (await caches.open(newest)).match('/')
  return page !== undefined && navigator.serviceWorker.controller?.state === 'activated'
}

/** Whether the code of all screens is on this phone. A second visit saves it. */
export function hasAllScreens(page: Page): Promise<boolean> {
  return page.evaluate(async all => (await caches.match(all)) !== undefined, ALL_SCREENS)
}

export function buildsSaved(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await caches.keys()).filter(name => name.startsWith('sbs.build.')))
}

/** Returns what is saved of a person, by its kind. If several lessons are saved, it returns one of them. */
export async function savedOf(page: Page, { session }: Person): Promise<Record<string, unknown>> {
  const rows = await storedRows<{ uid: string; kind: string; data: unknown }>(page, 'step-by-step-data', 'queries')
  const own = rows.filter(({ uid }) => uid === session.uid)
  return Object.fromEntries(own.map(({ kind, data }) => [kind, data]))
}

/** Puts the sounds of a lesson on this phone, as if its film were not complete yet. */
export async function keepSounds(page: Page, { call }: Person, lessonId: string): Promise<void> {
  const { data } = await call(getLesson, { params: { lessonId } })
  await page.evaluate(
    async ([cacheName, names]) => {
      const cache = await caches.open(cacheName)
      await cache.addAll(names.map(name => `/media/${name}`))
      localStorage.setItem('sbs.downloads', '1')
    },
    [MEDIA_CACHE, mediaOf(data, 'small').filter(isSound)] as const,
  )
}

/** The URLs of all files that the worker has saved, in all builds. */
export function savedFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter(name => name.startsWith('sbs.build.'))
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => url)
  })
}

/** Gives the site this many more bytes of storage on this phone than it uses now. */
export async function giveRoom(context: BrowserContext, page: Page, bytes: number): Promise<void> {
  const session = await context.newCDPSession(page)
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  await session.send('Storage.overrideQuotaForOrigin', {
    origin: new URL(page.url()).origin,
    quotaSize: usage + bytes,
  })
}
