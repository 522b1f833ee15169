import type { Page } from '@playwright/test'
import { getDraft } from '../../../contract/organisation/drafts.ts'
import { sizes } from '../../good-screens.ts'
import { bringIn, newAuthor } from '../../people.ts'
import type { Server } from '../../server.ts'
import { expect, FAILED_REQUEST, test } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

test.use({ viewport: sizes.phone })

test('Reem undoes a letter before her slow phone has painted it: it is gone, on the screen too', async ({
  server,
  page,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const { answer, text, stored } = await openQuestion(server, page)

  await answer.press('End')
  const paint = await holdFrames(page)
  await page.keyboard.press('x')
  await page.keyboard.press('Control+KeyZ')
  await page.keyboard.press('y')
  await paint()
  await expect(answer).toHaveValue('Warmy')

  await text.click()
  await page.keyboard.press('Control+End')
  const paintAgain = await holdFrames(page)
  await page.keyboard.press('x')
  await page.keyboard.press('Control+KeyZ')
  await paintAgain()
  await expect(text).toHaveText('How hot?')
  await expect(page.getByText('Draft, saved')).toBeVisible()
  expect(await stored()).toMatchObject({ textContent: '# How hot?', options: { answers: [{ text: 'Warmy' }, {}] } })
})

test('Reem deletes a letter before her slow phone has painted it: she has no conflict with herself', async ({
  server,
  page,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const { stored } = await openQuestion(server, page)
  const said = page.getByRole('textbox', { name: 'What is said about answer 1' })
  await said.focus()
  const paint = await holdFrames(page)
  await page.keyboard.press('x')
  await page.keyboard.press('Backspace')
  await paint()
  await page.keyboard.type('Too cold')
  await expect(page.getByText('Draft, saved')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Two people wrote here' })).toHaveCount(0)
  await expect(said).toHaveValue('Too cold')
  expect(await stored()).toMatchObject({ options: { answers: [{ text: 'Warm', feedback: 'Too cold' }, {}] } })
})

async function openQuestion(server: Server, page: Page) {
  const reem = await newAuthor(server)
  const answers = ['Warm', 'Hot'].map(text => ({ id: text.toLowerCase(), text }))
  const value = { id: 'heat', type: 'multichoice', textContent: '# How hot?', options: { answers } }
  const { id, params, lesson } = await courseWithPage(reem, value)
  await bringIn(page, reem)
  await page.goto(`${server.origin}/org/courses/${id}/edit/${lesson}/heat`)
  const answer = page.getByRole('textbox', { name: 'Answer 1', exact: true })
  await expect(answer).toHaveValue('Warm')
  const stored = async () => {
    const { lessons } = (await reem.call(getDraft, { params })).data
    return lessons[0]?.pages.find(({ key }) => key === 'heat')?.fields
  }
  return { answer, text: page.getByRole('textbox', { name: 'Question', exact: true }), stored }
}

/** Paints nothing, as a phone whose processor is busy. Returns the function that ends it. */
async function holdFrames(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const held: FrameRequestCallback[] = []
    const { requestAnimationFrame, setTimeout } = window
    window.requestAnimationFrame = act => held.push(act)
    // Without a frame the letters would follow after this time.
    const later = (act: () => void, ms?: number, ...more: never[]) => setTimeout(act, ms === 200 ? 60_000 : ms, ...more)
    Object.assign(window, {
      setTimeout: later,
      paintHeld: () => {
        Object.assign(window, { requestAnimationFrame, setTimeout })
        for (const act of held) act(performance.now())
      },
    })
  })
  return () => page.evaluate(() => (window as unknown as { paintHeld(): void }).paintHeld())
}
