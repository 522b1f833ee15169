import { type Browser, expect } from '@playwright/test'
import { languages } from '../../contract/languages.ts'
import { test } from '../in-worker.ts'
import { answer, CUTS, cutsOf, cutsPath, mainButton, texts } from '../lessons/lesson-walk.ts'
import { mentorWith, storedTexts } from '../messages/talking.ts'
import { untilSaved } from '../offline/saved.ts'
import { codeSentTo, type PersonByPhone, personByPhone, progressOf } from '../people.ts'
import type { Server } from '../server.ts'
import { SharedServer } from '../shared-process.ts'
import { findFirefox } from './find-firefox.ts'
import { failedFiles, openFirefox, typeLetters } from './firefox.ts'
import { writeCourse } from './firefox-editor.ts'

const t = texts.ar
const written: Record<string, string> = { 'kit-this-year': 'مرّتين', 'last-time': 'ساعدتُ أخي' }
const MESSAGE = 'شكرًا'

/** Noura's visit in Firefox, in Arabic. In English all nine types of page are walked in Chromium. */
async function windowOf(browser: Browser, server: Server, noura: PersonByPhone) {
  const page = await (await browser.newContext()).newPage()
  const failed = await failedFiles(page)

  async function signIn() {
    await page.goto(`${server.origin}/login?lang=ar`)
    await page.getByLabel(t.login.phone).pressSequentially(noura.phone)
    await page.getByRole('button', { name: t.login.send }).click()
    await page.getByLabel(t.login.code).waitFor()
    await page.getByLabel(t.login.code).pressSequentially(codeSentTo(server, noura.phone))
    await expect(page.getByRole('link', { name: t.home.start, exact: true })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  }

  async function write(text: string) {
    const box = page.getByRole('textbox')
    await box.click()
    await typeLetters(page, text)
    await expect(box).toHaveValue(text)
  }

  async function finish(pageId: string) {
    const text = written[pageId]
    if (text) {
      await write(text)
      if (pageId === 'kit-this-year') await page.getByRole('slider').last().press('End')
    } else await answer[pageId]?.(page, 'ar')
    await expect(mainButton(page), `of ${pageId}`).toBeEnabled()
    await mainButton(page).click()
    const next = CUTS.indexOf(pageId) + 2
    await expect(page, `after ${pageId}`).toHaveURL(
      next > CUTS.length ? /\/courses\/first-aid-ar$/ : new RegExp(`/${next}$`),
    )
  }

  return {
    async begins() {
      await signIn()
      await page.goto(server.origin + cutsPath('ar'))
      for (const pageId of CUTS.slice(0, 5)) await finish(pageId)
      await untilSaved(page, noura)
      expect(failed).toEqual([])
    },

    async goesOnWithoutServer() {
      await page.reload()
      for (const pageId of CUTS.slice(5, -1)) await finish(pageId)
      // This machine has no sound output, which this browser needs to record.
      await page.getByRole('button', { name: t.recorder.start }).click()
      await expect(page.getByText(t.recorder.noSound)).toBeVisible()
      await finish('last-time')
      await page.goto(`${server.origin}/messages`)
      await write(MESSAGE)
      await page.getByRole('button', { name: t.messages.send, exact: true }).click()
      await expect(page.locator('.bubble', { hasText: MESSAGE })).toBeVisible()
    },

    async seesItArrive() {
      await page.goto(`${server.origin}/account`)
      const status = async () => (await progressOf(noura, cutsOf('ar')))?.status
      await expect.poll(status, { timeout: 60_000 }).toBe('complete')
      await expect.poll(() => storedTexts(noura)).toEqual([MESSAGE])
      await expect(page.getByRole('heading', { name: t.account.progress })).toBeVisible()
      const course = page.locator('.progress-card', { hasText: 'الإسعافات' })
      await expect(course).toContainText('اكتمل درس واحد')
      await page.getByRole('button', { name: t.header.menu }).click()
      await page.getByRole('button', { name: languages.en.name }).click()
      await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
      await expect(page.getByRole('heading', { name: texts.en.account.progress })).toBeVisible()
      await expect(course).toContainText('1 of 4 lessons done')
    },
  }
}

test.use({ serviceWorkers: 'allow', hasTouch: false, actionTimeout: 15_000, navigationTimeout: 15_000 })
// Firefox and the server cost more than a journey, so one worker starts them.
test.describe.configure({ mode: 'default' })

let server: Server
let browser: Browser

test.beforeAll(async ({ servers }) => {
  test.skip(findFirefox() === undefined, 'no Firefox on this machine')
  server = new SharedServer(servers)
  ;[browser] = await Promise.all([openFirefox(), server.start()])
})
test.afterAll(async () => {
  await browser?.close()
  await server?.remove()
})

test('in Firefox Reem writes a text with a form, pastes from Word, orders answers, brings a picture and a sound, and publishes', async () => {
  // On a busy machine the two minutes of this journey were over once when only its context was still to be closed.
  test.slow()
  await writeCourse(browser, server)
})

test('in Firefox Noura signs in, does all kinds of page with and without a network, writes, sees it all arrive, and changes the language', async () => {
  test.slow()
  const { id } = await mentorWith(server, 0)
  const noura = await windowOf(browser, server, await personByPhone(server, undefined, { responderId: id }))
  await noura.begins()
  await server.stop()
  await noura.goesOnWithoutServer()
  await server.start()
  await noura.seesItArrive()
})
