import type { Page } from '@playwright/test'
import { expectGood } from '../good-screens.ts'
import { mainButton, texts } from '../lessons/lesson-walk.ts'
import { bringIn, personOf } from '../people.ts'
import type { Server } from '../server.ts'
import { finishPage, lessonPath } from '../study.ts'
import { expect, test } from '../test.ts'

const LESSON = 'first-steps-en-welcome'
const COURSE = '/courses/first-steps-en'
const DAY = 24 * 60 * 60 * 1000

/** Opens a course for Noura, who has finished her first lesson. */
async function afterALesson(page: Page, server: Server, language: 'ar' | 'en' = 'en') {
  const noura = await personOf(server)
  await finishPage(noura, LESSON, 'menu')
  await bringIn(page, noura, language)
  return noura
}

/** The browser offers to install the app, early and by itself. */
async function browserOffers(page: Page) {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      const asked = async () => {
        document.documentElement.dataset.asked = String(event.defaultPrevented)
      }
      dispatchEvent(Object.assign(event, { prompt: asked }))
    })
  })
}

test('the shortcut of the icon leads to the page where Noura stopped; she is offered the icon after a lesson, then not for thirty days, and gives it a neutral name', async ({
  page,
  server,
}) => {
  const t = texts.en.install
  await browserOffers(page)
  const noura = await personOf(server)
  await finishPage(noura, LESSON, 'hello')
  await bringIn(page, noura)
  await test.step('the shortcut leads to the page where she stopped', async () => {
    await page.goto(`${server.origin}/continue`)
    await expect(page).toHaveURL(server.origin + lessonPath(LESSON, 3))
  })
  await page.goto(server.origin + COURSE)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const offer = page.getByRole('region', { name: t.title })
  await expect(offer).toHaveCount(0)

  await finishPage(noura, LESSON, 'menu')
  await page.reload()
  await expect(offer).toBeVisible()
  await expectGood(page, 'the offer to install')
  await offer.getByRole('button', { name: t.notNow }).click()
  await expect(offer).toHaveCount(0)
  const isOfferedAfter = async (days: number) => {
    await page.clock.setFixedTime(Date.now() + days * DAY)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    return offer
  }
  await expect(await isOfferedAfter(29)).toHaveCount(0)
  await expect(await isOfferedAfter(31)).toBeVisible()
  await offer.getByRole('button', { name: t.do }).click()
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'true')
  await expect(offer).toHaveCount(0)
  await test.step('a neutral name is that of the page, its icon and its manifest', () => takesNeutralName(page, server))
})

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  })

  test('Safari’s own signs and words say how; what waits is said first', async ({ page, server, context, watch }) => {
    watch.expected.push(/Failed to load resource|net::ERR_/)
    const t = texts.ar.install
    await afterALesson(page, server, 'ar')
    await page.goto(server.origin + COURSE)
    await page.getByRole('region', { name: t.title }).getByRole('button', { name: t.do }).click()
    const sheet = page.getByRole('dialog', { name: t.iosTitle })
    await expect(sheet.getByRole('listitem')).toHaveText([t.iosOne, t.iosTwo, t.iosThree])
    await expect(sheet).not.toContainText(t.iosFirst)
    await expectGood(page, 'how to install on an iPhone')
    await sheet.getByRole('button', { name: t.iosOk }).click()
    await expect(page.getByRole('region', { name: t.title })).toHaveCount(0)

    await page.goto(server.origin + lessonPath('first-steps-en-answers'))
    await context.route('**/log', route => route.abort())
    await mainButton(page).click()
    // The answer is stored on the phone before the next page is shown.
    await expect(page).toHaveURL(server.origin + lessonPath('first-steps-en-answers', 2))
    await page.goto(server.origin + COURSE)
    await expect(page.getByText(t.iosWaits)).toBeVisible()
    await page.getByRole('button', { name: t.iosHow }).click()
    await expect(sheet).toContainText(t.iosFirst)
  })
})

/** Chooses a neutral name, which is also shown before the next sign-in. */
async function takesNeutralName(page: Page, server: Server): Promise<void> {
  const t = texts.en
  await page.goto(`${server.origin}/account`)
  await page.getByRole('link', { name: t.account.appName }).click()
  await page.getByRole('radio', { name: t.appName.notes }).check()
  await expectGood(page, 'name and icon')
  await page.getByRole('button', { name: t.appName.save }).click()
  await expect(page.getByRole('status').filter({ hasText: t.appName.saved })).toBeVisible()
  await expect(page).toHaveTitle(t.appName.notes)
  const linked = (rel: string) => page.locator(`link[rel=${rel}]`).getAttribute('href')

  await page.getByRole('button', { name: t.header.menu }).click()
  await page.getByRole('button', { name: t.page.logout }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.appName.notes)
  for (const own of [t.app.title, t.app.subtitle]) await expect(page.locator('main').getByText(own)).toHaveCount(0)
  await expect(page).toHaveTitle(t.appName.notes)
  expect(await linked('icon')).toBe('/icons/notes.svg')
  expect(await linked('apple-touch-icon')).toBe('/icons/notes.png')
  const url = new URL((await linked('manifest')) ?? '', server.origin)
  const manifest = await (await page.request.get(url.href)).json()
  expect(manifest.name).toBe(t.appName.notes)
  // The name is also shown before the code of the app is loaded.
  await page.route('**/assets/app-*.js', () => {})
  await page.goto(`${server.origin}/login?lang=ar`, { waitUntil: 'commit' })
  await expect(page).toHaveTitle(texts.ar.appName.notes)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.ar.appName.notes)
  await expect(page.locator('main').getByText(texts.ar.app.subtitle)).toHaveCount(0)
}
