import type { Page } from '@playwright/test'
import { createCourse } from '../../../contract/organisation/courses.ts'
import { getDraft } from '../../../contract/organisation/drafts.ts'
import { sizes } from '../../good-screens.ts'
import { bringIn, newAuthor } from '../../people.ts'
import { expect, FAILED_REQUEST, test } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

test.use({ viewport: sizes.phone })

test('Reem presses something and leaves the page at once: it is there when she is back', async ({
  server,
  page,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const reem = await newAuthor(server)
  const answers = ['Warm', 'Hot', 'Boiling'].map(text => ({ id: text.toLowerCase(), text }))
  const value = { id: 'heat', type: 'multichoice', textContent: '# How hot?', options: { answers } }
  const { id, params, lesson } = await courseWithPage(reem, value)
  await bringIn(page, reem)
  await page.goto(`${server.origin}/org/courses/${id}/edit/${lesson}/heat`)

  const answer = (number: number) => page.getByRole('textbox', { name: `Answer ${number}`, exact: true })
  const saved = () => expect(page.getByText('Draft, saved')).toBeVisible()
  await expect(answer(1)).toHaveValue('Warm')

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
  const { lessons } = (await reem.call(getDraft, { params })).data
  const { fields } = lessons[0]?.pages.find(({ key }) => key === 'heat') ?? {}
  expect(fields?.options).toMatchObject({
    answers: [{ text: 'Warmx' }, { text: 'Boiling', isCorrect: true }, { text: 'Hot' }, { id: expect.any(String) }],
  })

  // Nothing of it stays beside the draft.
  const left = () => page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('sbs.last')))
  await expect.poll(left).toEqual([])
})

test('Reem writes a line of captions and leaves the page at once: it is there when she is back', async ({
  server,
  page,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const reem = await newAuthor(server)
  const { id } = (await reem.call(createCourse, { body: { title: 'Hop', language: 'en', copyOf: 'first-steps-en' } }))
    .data
  const { lessons } = (await reem.call(getDraft, { params: { id } })).data
  const lesson = lessons.find(({ pages }) => pages.some(({ key }) => key === 'film'))?.key
  await bringIn(page, reem)
  await page.goto(`${server.origin}/org/courses/${id}/edit/${lesson}/film`)
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
})

test('Reem writes in two tabs without a network and closes both: both texts are sent once she is back, before she opens the draft', async ({
  server,
  context,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const reem = await newAuthor(server)
  const answers = ['Warm', 'Hot'].map(text => ({ id: text.toLowerCase(), text }))
  const value = { id: 'heat', type: 'multichoice', textContent: '# How hot?', options: { answers } }
  const { id, params, lesson } = await courseWithPage(reem, value)
  const openEditor = async () => {
    const page = await context.newPage()
    await bringIn(page, reem)
    await page.goto(`${server.origin}/org/courses/${id}/edit/${lesson}/heat`)
    await expect(page.getByRole('textbox', { name: 'Answer 1', exact: true })).toBeVisible()
    return page
  }
  const tabs = [await openEditor(), await openEditor()]
  await context.setOffline(true)
  for (const [at, tab] of tabs.entries()) {
    await tab.getByRole('textbox', { name: `Answer ${at + 1}`, exact: true }).fill(`Of tab ${at}`)
    await expect(tab.getByText(/kept on this device/)).toBeVisible()
  }
  // Each has stored its own by now, one after the other.
  await tabs[0]?.waitForTimeout(500)
  for (const tab of tabs) await tab.close()
  await context.setOffline(false)
  const list = await context.newPage()
  await list.goto(`${server.origin}/org/courses`)
  await expect
    .poll(async () => JSON.stringify((await reem.call(getDraft, { params })).data.lessons), { timeout: 20_000 })
    .toMatch(/Of tab 0.*Of tab 1/)
  await list.close()
  const page = await openEditor()
  for (const at of [0, 1])
    await expect(page.getByRole('textbox', { name: `Answer ${at + 1}`, exact: true })).toHaveValue(`Of tab ${at}`)
  await expect(page.getByText('Draft, saved')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Answer 1', exact: true })).toHaveValue('Of tab 0')
})

/** Sooner than anything is stored in the usual way. */
async function reloadAtOnce(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.evaluate(() => location.reload())])
}
