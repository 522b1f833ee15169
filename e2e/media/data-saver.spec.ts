import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../good-screens.ts'
import { type Language, mainButton, texts } from '../lessons/lesson-walk.ts'
import { bringIn, personOf } from '../people.ts'
import { settled } from '../settled.ts'
import { openPage, playToTheEnd, tabTo } from '../study.ts'
import { expect, test } from '../test.ts'

const SOUND = { lessonId: 'first-aid-en-calm', pageId: 'three-steps' }
const toggle = (page: Page, language: Language = 'en') =>
  page.getByRole('switch', { name: texts[language].media.saver })

/** Sounds and films that a tab loads. */
function loadedBy(page: Page): string[] {
  const names: string[] = []
  page.on('request', request => {
    const [, name] = /\/media\/(.+\.(?:mp3|mp4|webm))$/.exec(request.url()) ?? []
    if (name) names.push(name)
  })
  return names
}

async function openMenu(page: Page, language: Language = 'en'): Promise<void> {
  await page.getByRole('button', { name: texts[language].header.menu }).click()
}

/** Sets what the browser reports about its connection. */
async function connectBy(page: Page, connection: object): Promise<void> {
  await page.addInitScript(told => {
    Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), told) })
  }, connection)
}

/** Expects that the page has a sound, and loads nothing of it before a press. */
async function expectNothingLoaded(page: Page, loaded: string[]): Promise<void> {
  const play = page.getByRole('group', { name: 'Sound' }).getByRole('button', { name: 'Play' })
  await expect(play).toBeVisible()
  // By then everything that starts by itself has started.
  await settled(page)
  expect(loaded).toEqual([])
  await play.click()
  await expect.poll(() => loaded).not.toEqual([])
  await playToTheEnd(page.locator('audio'))
  await expect(mainButton(page)).toBeEnabled()
}

test('nothing is loaded before a press on a phone that saves data', async ({ context, server }) => {
  // Each of these phones has a tab of its own, and a person who has not heard the sound yet.
  await test.step('if only the header of its requests reports it', async () => {
    const phone = await context.newPage()
    await phone.setExtraHTTPHeaders({ 'Save-Data': 'on' })
    const loaded = loadedBy(phone)
    await openPage(phone, server, SOUND)
    await expectNothingLoaded(phone, loaded)
    // The next tab is another phone, which remembers nothing.
    await phone.evaluate(() => localStorage.clear())
    await phone.close()
  })

  // The other reports of a browser are tested in web/media/data-saver.test.ts.
  await test.step('if the browser reports a mobile network', async () => {
    const phone = await context.newPage()
    const loaded = loadedBy(phone)
    await connectBy(phone, { type: 'cellular', effectiveType: '4g' })
    await openPage(phone, server, SOUND)
    await expectNothingLoaded(phone, loaded)
    await openMenu(phone)
    await expect(toggle(phone)).toBeChecked()
    await phone.close()
  })

  await test.step('if nothing asks to save data, a sound plays by itself', async () => {
    const phone = await context.newPage()
    const loaded = loadedBy(phone)
    await connectBy(phone, { type: 'wifi', effectiveType: '4g', saveData: false })
    await openPage(phone, server, SOUND)
    await expect.poll(() => loaded).not.toEqual([])
    await expect(phone.getByRole('group', { name: 'Sound' }).getByRole('button', { name: 'Pause' })).toBeVisible()
    await phone.close()
  })
})

test('each lesson shows its size before it is opened, in both languages, and a person can choose to save data', async ({
  page,
  context,
  server,
}) => {
  const noura = await personOf(server)
  for (const language of ['ar', 'en'] as Language[])
    await test.step(language, async () => {
      await bringIn(page, language === 'en' ? noura : await personOf(server), language)
      await page.goto(`${server.origin}/courses/first-aid-${language}`)
      const size = language === 'ar' ? /^[٠-٩]+\sكيلوبايت$/ : /^\d+\skB$/
      await expect(page.locator('.step small span')).toHaveText([size, size, size, size])
      await openMenu(page, language)
      await expect(toggle(page, language)).not.toBeChecked()
      await toggle(page, language).tap()
      await expect(toggle(page, language)).toBeChecked()
      await expectNoBarrier(page, 'menu, saving data')
      await page.evaluate(() => localStorage.removeItem('sbs.data-saver'))
    })

  await test.step("a person's choice counts for more than the browser's report, and stays", async () => {
    const phone = await context.newPage()
    await page.close()
    await connectBy(phone, { saveData: true })
    await phone.goto(`${server.origin}/courses/first-aid-en`)
    await openMenu(phone)
    await expect(toggle(phone)).toBeChecked()
    await tabTo(phone, toggle(phone))
    await phone.keyboard.press('Space')
    await expect(toggle(phone)).not.toBeChecked()
    const loaded = loadedBy(phone)
    await openPage(phone, server, { ...SOUND, person: noura })
    await expect.poll(() => loaded).not.toEqual([])
  })
})
