import type { Locator, Page } from '@playwright/test'
import { eraseCommand } from '../../../api/commands/people/erase.ts'
import { deleteCourse } from '../../../contract/organisation/course-versions.ts'
import { createCourse } from '../../../contract/organisation/courses.ts'
import { discardDraft, getDraft } from '../../../contract/organisation/drafts.ts'
import { command } from '../../command.ts'
import { expectGoodOnBoth, sizes } from '../../good-screens.ts'
import { bringIn, newAuthor, type Person } from '../../people.ts'
import { storedText } from '../../shared-phone/people.ts'
import { storedRows } from '../../stored-rows.ts'
import { goInside } from '../../study.ts'
import { expect, FAILED_REQUEST, test } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

test.use({ viewport: sizes.phone })

test('Reem writes and leaves the page at once, or closes two tabs without a network: all is there when she is back', async ({
  server,
  context,
  page,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const reem = await newAuthor(server)
  const answers = ['Warm', 'Hot', 'Boiling'].map(text => ({ id: text.toLowerCase(), text }))
  const value = { id: 'heat', type: 'multichoice', textContent: '# How hot?', options: { answers } }
  const { id, params, lesson } = await courseWithPage(reem, value)
  const questions = async () => JSON.stringify((await reem.call(getDraft, { params })).data.lessons)
  const open = async (tab: Page) => {
    await bringIn(tab, reem)
    await tab.goto(`${server.origin}/org/courses/${id}/edit/${lesson}/heat`)
    await expect(answerIn(tab, 1)).toBeVisible()
  }
  await open(page)

  await test.step('she presses something and leaves the page at once', async () => {
    await leaveAfterEachPress(page)
    const { lessons } = (await reem.call(getDraft, { params })).data
    const { fields } = lessons[0]?.pages.find(({ key }) => key === 'heat') ?? {}
    expect(fields?.options).toMatchObject({
      answers: [{ text: 'Warmx' }, { text: 'Boiling', isCorrect: true }, { text: 'Hot' }, { id: expect.any(String) }],
    })
    // No last edit stays in the browser beside the draft.
    const left = () => page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('sbs.last')))
    await expect.poll(left).toEqual([])
  })
  await test.step('she writes a line of captions and leaves the page at once', () => leaveCaptions(page, reem))
  await goInside(page, `/org/courses/${id}/edit/${lesson}/heat`)
  await expect(answerIn(page, 1)).toBeVisible()
  await discardDraftOf(reem, 'first-steps-en')
  const other = await context.newPage()
  await open(other)
  await test.step('what she writes in one tab comes to the other one, whose other fields stay', async () => {
    await answerIn(other, 2).fill('Boiling hot')
    await expect(answerIn(page, 2)).toHaveValue('Boiling hot', { timeout: 30_000 })
    await expect(answerIn(page, 1)).toHaveValue('Warmx')
    await expect(other.getByText('Draft, saved')).toBeVisible()
  })
  await test.step('she writes in two tabs without a network and closes both: both texts are sent before she opens the draft', async () => {
    await context.setOffline(true)
    for (const [at, tab] of [page, other].entries()) {
      await answerIn(tab, at + 1).fill(`Of tab ${at}`)
      await expect(tab.getByText(/kept on this device/)).toBeVisible()
    }
    // By now each tab has stored its own text, one after the other.
    await page.waitForTimeout(500)
    for (const tab of [page, other]) await tab.close()
    await context.setOffline(false)
    const back = await context.newPage()
    await back.goto(`${server.origin}/org/courses`)
    await expect.poll(questions, { timeout: 20_000 }).toMatch(/Of tab 0.*Of tab 1/)
    await goInside(back, `/org/courses/${id}/edit/${lesson}/heat`)
    for (const at of [0, 1]) await expect(answerIn(back, at + 1)).toHaveValue(`Of tab ${at}`)
    await expect(back.getByText('Draft, saved')).toBeVisible()
    await back.reload()
    await expect(answerIn(back, 1)).toHaveValue('Of tab 0')

    await test.step('what she wrote in a course that was deleted meanwhile can be copied out, and then removed', async () => {
      await context.setOffline(true)
      await answerIn(back, 1).fill('Lukewarm')
      await expect(back.getByText(/kept on this device/)).toBeVisible()
      await back.goto('about:blank')
      await reem.call(deleteCourse, { params, body: { title: 'Tea' } })
      await context.setOffline(false)
      await back.goto(`${server.origin}/org/courses`)
      const left = back.getByRole('alert').filter({ hasText: 'Tea' })
      await expect(left).toContainText('was deleted before all that you wrote in it was sent')
      await expectGoodOnBoth(back, 'a deleted course with unsent text')
      await left.getByRole('button', { name: 'Copy my text' }).click()
      await expect(left.getByRole('textbox', { name: 'Your text' })).toHaveValue(/Lukewarm/)
      await left.getByRole('button', { name: 'Remove it from this device' }).click()
      await expect(left).toHaveCount(0)
      await expect.poll(() => storedText(back)).not.toContain('Lukewarm')
      await back.reload()
      await expect(back.getByRole('button', { name: 'New course' })).toBeVisible()
      await expect(left).toHaveCount(0)
    })

    await test.step('of an erased account nothing that was written stays, not even what was not sent', async () => {
      const again = await courseWithPage(reem, value, { title: 'Coffee' })
      await reem.call(createCourse, { body: { title: 'Hop', language: 'en' } })
      await goInside(back, `/org/courses/${again.id}/edit/${again.lesson}/heat`)
      await expect(answerIn(back, 1)).toHaveValue('Warm')
      await back.route('**/edits', route => route.abort())
      await answerIn(back, 1).fill('Lukewarm')
      await expect(back.getByText(/kept on this device/)).toBeVisible()
      await expect.poll(() => storedText(back)).toContain('Lukewarm')
      // A zip or a copy would not have this text, and nobody would notice.
      const unsent = back.getByText(/^What you wrote last in this course is not at the server yet/)
      await goInside(back, `/org/courses/${again.id}/versions`)
      await back.getByRole('button', { name: 'Save the draft as zip' }).click()
      await expect(unsent).toBeVisible()
      await expectGoodOnBoth(back, 'a draft that cannot be saved yet')
      await goInside(back, `/org/courses/${again.id}/edit/${again.lesson}`)
      await back.getByRole('button', { name: 'Copy it to another course' }).click()
      await back.getByRole('dialog').getByRole('button', { name: 'Hop' }).click()
      await expect(unsent).toBeVisible()
      await back.keyboard.press('Escape')
      await command(server, eraseCommand, '--phone', reem.phone, '--now')
      await expect(back.getByText('This account was erased.')).toBeVisible()
      await expect.poll(() => storedText(back)).not.toContain('Lukewarm')
      // The editor closes its draft two seconds after its screen. Then it must not store anything again.
      await back.waitForTimeout(3000)
      expect(await storedRows(back, 'step-by-step-course-drafts', 'edits')).toEqual([])
    })
  })
})

function answerIn(page: Page, number: number): Locator {
  return page.getByRole('textbox', { name: `Answer ${number}`, exact: true })
}

async function leaveAfterEachPress(page: Page): Promise<void> {
  const answer = (number: number) => answerIn(page, number)
  const saved = () => expect(page.getByText('Draft, saved')).toBeVisible()
  await expect(answer(1)).toHaveValue('Warm')
  // The circle of the right answer has no background of its own.
  await expect(page.locator('.choice-edit .mark').first()).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')

  await answer(1).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('x')
  await reloadAtOnce(page)
  await expect(answer(1)).toHaveValue('Warmx')

  await page.getByRole('checkbox', { name: 'Answer 3 is right' }).check()
  await reloadAtOnce(page)
  await expect(page.getByRole('checkbox', { name: 'Answer 3 is right' })).toBeChecked()
  await saved()

  await page.getByRole('button', { name: 'Another answer' }).click()
  await reloadAtOnce(page)
  await expect(answer(4)).toBeVisible()

  await page.getByRole('button', { name: 'Move: Boiling' }).focus()
  for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key)
  await reloadAtOnce(page)
  await expect(answer(2)).toHaveValue('Boiling')

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await reloadAtOnce(page)
  await expect(answer(3)).toHaveValue('Boiling')
  await answer(1).press('Control+Shift+KeyZ')
  await expect(answer(2)).toHaveValue('Boiling')
  await saved()
}

/** A course of the demo with captions. For a copy of it, ffmpeg would make all sizes of the film. */
async function leaveCaptions(page: Page, reem: Person): Promise<void> {
  const id = 'first-steps-en'
  const { lessons } = (await reem.call(getDraft, { params: { id } })).data
  const lesson = lessons.find(({ pages }) => pages.some(({ key }) => key === 'film'))?.key
  await goInside(page, `/org/courses/${id}/edit/${lesson}/film`)
  const captions = page.getByRole('region', { name: 'Captions' })
  const lines = captions.getByRole('button', { name: /^Change the line/ })
  await expect(lines.first()).toBeVisible()
  const count = await lines.count()
  await lines.first().click()
  await captions.getByRole('textbox', { name: 'What is said' }).fill('Hop, says the dot')
  await reloadAtOnce(page)
  await expect(captions.getByText('Hop, says the dot')).toBeVisible()
  await expect(lines).toHaveCount(count)
  await expect(page.getByText('Draft, saved')).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter(key => /last-edits|draft/.test(key))))
    .toEqual([])
  await page.reload()
  await expect(captions.getByText('Hop, says the dot')).toBeVisible()

  // She leaves while the app makes a file of the captions, which has the next line.
  await page.evaluate(() => {
    crypto.subtle.digest = () => new Promise(() => {})
  })
  await lines.nth(1).click()
  await captions.getByRole('textbox', { name: 'What is said' }).fill('And hop again')
  await page.waitForTimeout(1500)
  await reloadAtOnce(page)
  await expect(captions.getByText('And hop again')).toBeVisible()
  await expect(page.getByText('Draft, saved')).toBeVisible()

  // A copy that she makes at once has what she has just written. So has a page whose deletion she undoes.
  await lines.nth(1).click()
  await captions.getByRole('textbox', { name: 'What is said' }).fill('A last hop')
  await page.getByRole('button', { name: 'Duplicate the page' }).click()
  await expect(page).not.toHaveURL(/film$/)
  await expect(captions.getByText('A last hop')).toBeVisible()
  const copy = new URL(page.url()).pathname
  await lines.nth(1).click()
  await captions.getByRole('textbox', { name: 'What is said' }).fill('One more hop')
  await page.getByRole('button', { name: 'Delete the page' }).click()
  // The page is removed when its captions are saved.
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(copy)
  await expect(captions.getByText('One more hop')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await goInside(page, copy)
  await expect(captions.getByText('One more hop')).toBeVisible()
  await expect(page.getByText('Draft, saved')).toBeVisible()
}

/** The next journeys on this server find the course as it was. */
async function discardDraftOf({ call }: Person, id: string): Promise<void> {
  const params = { id }
  const { revision } = (await call(getDraft, { params })).data
  await call(discardDraft, { params, body: { revision } })
}

/** Reloads before the app stores anything in the usual way. */
async function reloadAtOnce(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.evaluate(() => location.reload())])
}
