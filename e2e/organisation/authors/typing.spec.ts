import type { Page } from '@playwright/test'
import { editDraft, getDraft } from '../../../contract/organisation/drafts.ts'
import type { Edit } from '../../../contract/organisation/edits.ts'
import { expectGoodOnBoth, sizes } from '../../good-screens.ts'
import { bringIn, newAuthor } from '../../people.ts'
import { goInside } from '../../study.ts'
import { expect, FAILED_REQUEST, test } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'
import { movePage } from './move-page.ts'

test.use({ viewport: sizes.phone })

test('Reem types faster than her slow phone paints, and pastes more than there is room for: the draft has what she meant', async ({
  server,
  page,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
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

  await test.step('a letter that she undoes before it is painted is gone, on the screen too', async () => {
    await undoUnpainted(page)
    expect(await stored()).toMatchObject({ textContent: '# How hot?', options: { answers: [{ text: 'Warmy' }, {}] } })
  })
  await test.step('with the last step back the focus stays at Undo, and one more press of Enter does nothing', async () => {
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    await undo.focus()
    for (let press = 0; press < 4; press++) await page.keyboard.press('Enter')
    await expect(undo).toBeDisabled()
    await expect(answer).toHaveValue('Warm')
    // The focus of a button that disappears is moved after a while.
    await page.waitForTimeout(300)
    await expect(undo).toBeFocused()
    await page.keyboard.press('Control+Shift+KeyZ')
    await expect(answer).toHaveValue('Warmy')
  })
  await test.step('she deletes a letter before it is painted, and has no conflict with herself', async () => {
    const feedbackField = page.getByRole('textbox', { name: 'What is said about answer 1' })
    await feedbackField.focus()
    const paint = await holdFrames(page)
    await page.keyboard.press('x')
    await page.keyboard.press('Backspace')
    await paint()
    await page.keyboard.type('Too cold')
    await expect(page.getByText('Draft, saved')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Two people wrote here' })).toHaveCount(0)
    await expect(feedbackField).toHaveValue('Too cold')
    expect(await stored()).toMatchObject({ options: { answers: [{ text: 'Warmy', feedback: 'Too cold' }, {}] } })
  })
  await test.step('a pasted text that is too long is refused at its field', () => pasteTooMuch(page))
  await test.step('an edit that the server cannot take holds up no other', async () => {
    // A proxy in front of the server accepts smaller requests than the server does.
    await page.route('**/edits', route =>
      route.request().postData()?.includes('boiling')
        ? route.fulfill({ status: 413, json: { error: { code: 'too-large', message: 'The request is too large' } } })
        : route.continue(),
    )
    await answer.fill('boiling')
    await page.getByRole('textbox', { name: 'Answer 2', exact: true }).fill('Cool')
    await expect(page.getByRole('alert')).toContainText('Not everything was taken')
    await expect(page.getByText('Draft, saved')).toBeVisible()
    const { options } = (await stored()) as { options: { answers: { text: string }[] } }
    expect(options.answers.map(({ text }) => text)).toEqual(['Warmy', 'Cool'])
  })
  await test.step('Huda moves the page to another lesson and back: the cursor stays in its field, and a sheet open', async () => {
    const huda = await newAuthor(server)
    const second = `${id}-2`
    const move = async (from: string, to: string) => {
      await movePage(huda, params, { page: 'heat', from, to })
      await expect(page).toHaveURL(`${server.origin}/org/courses/${id}/edit/${to}/heat`)
    }
    await answer.press('End')
    await page.keyboard.type(' wa')
    await move(lesson, second)
    await page.keyboard.type('ter')
    await expect(answer).toHaveValue('Warmy water')
    await page.getByRole('button', { name: 'Picture' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await move(second, lesson)
    await expect(page.getByText('Draft, saved')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await stored()).toMatchObject({ options: { answers: [{ text: 'Warmy water' }, {}] } })
    await page.keyboard.press('Escape')
  })
  await test.step('she copies the lesson into a course that is full: she reads why, and it goes once there is room', async () => {
    const full = await courseWithPage(reem, value, { title: 'Rice and lentils' })
    const inserted = (number: number): Edit => {
      const lessonOf = { id: `${full.id}-n${number}`, title: `Lesson ${number}`, pages: [] }
      const change = { op: 'insert' as const, path: ['lessons'], value: lessonOf, after: full.lesson }
      return { id: `lesson-${number}`, at: 1, change }
    }
    const body = { since: 1, edits: Array.from({ length: 99 }, (_, at) => inserted(at)) }
    await reem.call(editDraft, { params: full.params, body })
    await goInside(page, `/org/courses/${id}/edit/${lesson}`)
    await page.getByRole('button', { name: 'Copy it to another course' }).click()
    const sheet = page.getByRole('dialog', { name: 'Copy it to another course' })
    await sheet.getByRole('button', { name: /^Rice and lentils Draft · 100 lessons · changed .+/ }).click()
    await expect(sheet.getByRole('alert')).toContainText(/The lesson was not copied.*a course 100 lessons/)
    await expectGoodOnBoth(page, 'a lesson that was not copied')
    const room = { op: 'remove' as const, path: ['lessons', `${full.id}-n1`] }
    await reem.call(editDraft, {
      params: full.params,
      body: { since: 1, edits: [{ id: 'makes-room', at: 1, change: room }] },
    })
    await sheet.getByRole('button', { name: 'Rice and lentils' }).click()
    await expect(page).toHaveURL(new RegExp(`/org/courses/${full.id}/edit/.+`))
    await expect(page.getByRole('heading', { name: 'About the lesson' })).toBeVisible()
  })
})

async function undoUnpainted(page: Page): Promise<void> {
  const answer = page.getByRole('textbox', { name: 'Answer 1', exact: true })
  await answer.press('End')
  const paint = await holdFrames(page)
  await page.keyboard.press('x')
  await page.keyboard.press('Control+KeyZ')
  await page.keyboard.press('y')
  await paint()
  await expect(answer).toHaveValue('Warmy')

  const text = page.getByRole('textbox', { name: 'Question', exact: true })
  await text.click()
  await page.keyboard.press('Control+End')
  const paintAgain = await holdFrames(page)
  await page.keyboard.press('x')
  await page.keyboard.press('Control+KeyZ')
  await paintAgain()
  await expect(text).toHaveText('How hot?')
  await expect(page.getByText('Draft, saved')).toBeVisible()
}

async function pasteTooMuch(page: Page): Promise<void> {
  const question = page.getByRole('textbox', { name: 'Question' })
  await question.click()
  await paste(page, 'a word and another\n'.repeat(60_000))
  await expect(page.getByText(/^1,140,\d\d\d characters; 20,000 are the most$/)).toBeVisible()
  await expect(question).toHaveText('How hot?')
  await expectGoodOnBoth(page, 'a pasted text that is too long')
  await paste(page, ' Tell us.')
  await expect(question).toHaveText(/Tell us\./)
  await expect(page.getByText(/are the most$/)).toHaveCount(0)
  const answer = page.getByRole('textbox', { name: 'Answer 1', exact: true })
  await answer.fill('w'.repeat(20_001))
  await expect(answer).toHaveValue('Warmy')
  await expect(answer).toHaveAccessibleDescription('20,001 characters; 20,000 are the most')
  await expectGoodOnBoth(page, 'a typed text that is too long')
}

/** Draws no frames, as a phone whose processor is busy. Returns the function that draws again. */
async function holdFrames(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const held: FrameRequestCallback[] = []
    const { requestAnimationFrame, setTimeout } = window
    window.requestAnimationFrame = act => held.push(act)
    // The app shows the letters after this time, even without a frame.
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

/** Pastes words as the keys of a computer do. */
async function paste(page: Page, words: string): Promise<void> {
  await page.evaluate(text => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, words)
}
