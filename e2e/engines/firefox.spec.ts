import { expect, type Page, test } from '@playwright/test'
import { listMessages } from '../../contract/messages.ts'
import { decodeText } from '../../contract/text/encoded-text.ts'
import { answer, CUTS, cutsOf, cutsPath, mainButton, texts } from '../lessons/lesson-walk.ts'
import { mentorWith } from '../messages/talking.ts'
import { untilSaved } from '../offline/saved.ts'
import { codeSentTo, personByPhone, progressOf } from '../people.ts'
import { Server } from '../server.ts'
import { findFirefox } from './find-firefox.ts'
import { failedFiles, openFirefox } from './firefox.ts'

const t = texts.ar
const LESSON = cutsOf('ar')

/**
 * Only letters that a keyboard has: other text is inserted without keys, and Firefox does not tell the page about it.
 */
const written: Record<string, string> = { 'kit-this-year': 'Twice this year', 'last-time': 'I helped my brother' }

async function finish(page: Page, pageId: string): Promise<void> {
  const text = written[pageId]
  if (text) await page.getByRole('textbox').pressSequentially(text)
  if (pageId === 'kit-this-year') await page.getByRole('slider').last().press('End')
  else if (!text) await answer[pageId]?.(page, 'ar')
  await expect(mainButton(page), `of ${pageId}`).toBeEnabled()
  await mainButton(page).click()
  const next = CUTS.indexOf(pageId) + 2
  await expect(page, `after ${pageId}`).toHaveURL(
    next > CUTS.length ? /\/courses\/first-aid-ar$/ : new RegExp(`/${next}$`),
  )
}

test.use({ serviceWorkers: 'allow', hasTouch: false, actionTimeout: 15_000, navigationTimeout: 15_000 })

test('in Firefox Noura signs in, does all kinds of page with and without a network, writes, and sees it all arrive', async () => {
  test.skip(findFirefox() === undefined, 'no Firefox on this machine')
  const server = new Server()
  const [browser] = await Promise.all([openFirefox(), server.start()])
  try {
    const { id } = await mentorWith(server, 0)
    const noura = await personByPhone(server, undefined, { responderId: id })
    const page = await (await browser.newContext()).newPage()
    const failed = await failedFiles(page)
    await page.goto(`${server.origin}/login?lang=ar`)
    await page.getByLabel(t.login.phone).pressSequentially(noura.phone)
    await page.getByRole('button', { name: t.login.send }).click()
    await page.getByLabel(t.login.code).waitFor()
    await page.getByLabel(t.login.code).pressSequentially(codeSentTo(server, noura.phone))
    await expect(page.getByRole('link', { name: t.home.start, exact: true })).toBeVisible()

    await page.goto(server.origin + cutsPath('ar'))
    for (const pageId of CUTS.slice(0, 5)) await finish(page, pageId)
    await untilSaved(page, noura)
    expect(failed).toEqual([])
    await server.stop()
    await page.reload()
    for (const pageId of CUTS.slice(5, -1)) await finish(page, pageId)
    // This machine has no sound output, which this browser needs to record.
    await page.getByRole('button', { name: t.recorder.start }).click()
    await expect(page.getByText(t.recorder.noSound)).toBeVisible()
    await finish(page, 'last-time')
    await page.goto(`${server.origin}/messages`)
    const box = page.getByRole('textbox', { name: t.messages.yourMessage })
    await box.pressSequentially('Thanks')
    await expect(box).toHaveValue('Thanks')
    await page.getByRole('button', { name: t.messages.send, exact: true }).click()
    await expect(page.locator('.bubble', { hasText: 'Thanks' })).toBeVisible()

    await server.start()
    await page.goto(`${server.origin}/account`)
    await expect.poll(async () => (await progressOf(noura, LESSON))?.status, { timeout: 60_000 }).toBe('complete')
    const said = async () =>
      (await noura.call(listMessages, { query: {} })).data.map(({ content }) => decodeText(content))
    await expect.poll(said).toEqual(['Thanks'])
    await expect(page.locator('.progress-card', { hasText: 'الإسعافات' })).toContainText('اكتمل درس واحد')
    await page.getByRole('button', { name: t.header.menu }).click()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    // The same in the other language, from left to right.
    await expect(page.getByRole('heading', { name: texts.en.account.progress })).toBeVisible()
    await page.goto(server.origin + cutsPath('en'))
    await mainButton(page).click()
    await expect(page).toHaveURL(/first-aid-en-cuts\/2$/)
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  } finally {
    await browser.close()
    await server.remove()
  }
})
