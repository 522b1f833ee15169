import type { Page } from '@playwright/test'
import { getDraft } from '../../../contract/organisation/drafts.ts'
import { expectGoodOnBoth, sizes } from '../../good-screens.ts'
import { bringIn, newAuthor } from '../../people.ts'
import { expect, FAILED_REQUEST, test } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

test.use({ viewport: sizes.phone })

test('a pasted text that is too long is refused at its field, and an edit that the server cannot take holds up no other', async ({
  server,
  page,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const reem = await newAuthor(server)
  const answers = [
    { id: 'warm', text: 'Warm' },
    { id: 'hot', text: 'Hot' },
  ]
  const value = { id: 'heat', type: 'multichoice', textContent: '# How hot?', options: { answers } }
  const { id, params, lesson } = await courseWithPage(reem, value)
  await bringIn(page, reem, 'en')
  await page.goto(`${server.origin}/org/courses/${id}/edit/${lesson}/heat`)

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
  await expect(answer).toHaveValue('Warm')
  await expect(answer).toHaveAccessibleDescription('20,001 characters; 20,000 are the most')
  await expectGoodOnBoth(page, 'a typed text that is too long')

  // A server behind a proxy that takes less at once than ours.
  await page.route('**/edits', route =>
    route.request().postData()?.includes('boiling')
      ? route.fulfill({ status: 413, json: { error: { code: 'too-large', message: 'The request is too large' } } })
      : route.continue(),
  )
  await answer.fill('boiling')
  await page.getByRole('textbox', { name: 'Answer 2', exact: true }).fill('Cool')
  await expect(page.getByRole('alert')).toContainText('Not everything was taken')
  await expect(page.getByText('Draft, saved')).toBeVisible()
  const { lessons } = (await reem.call(getDraft, { params })).data
  const page1 = lessons[0]?.pages[0]?.fields as { options: { answers: { text: string }[] } }
  expect(page1.options.answers.map(({ text }) => text)).toEqual(['Warm', 'Cool'])
})

/** As the keys of a computer do. */
async function paste(page: Page, words: string): Promise<void> {
  await page.evaluate(text => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, words)
}
