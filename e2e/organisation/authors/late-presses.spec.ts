import { sizes } from '../../good-screens.ts'
import { held } from '../../held.ts'
import { bringIn, newAuthor } from '../../people.ts'
import { expect, test } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

test.use({ viewport: sizes.phone })

const text = { id: 'cups', type: 'rich-text', textContent: 'How many cups?' }

/** Longer than anybody waited for what was on its way. */
const SLOW_MS = 7000

test('Reem presses Publish while a letter is on its slow way: the sheet opens once it has arrived', async ({
  server,
  page,
}) => {
  const reem = await newAuthor(server)
  const { id } = await courseWithPage(reem, text)
  await bringIn(page, reem)
  const release = await held(page, '**/edits')
  await page.goto(`${server.origin}/org/courses/${id}/edit`)
  const sending = page.waitForRequest('**/edits')
  await page.getByRole('textbox', { name: 'Title of the course' }).fill('Green tea')
  await sending
  const button = page.getByRole('button', { name: 'Publish…' })
  await button.click()
  await page.waitForTimeout(SLOW_MS)
  await expect(button).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByRole('dialog', { name: 'Publish' })).toBeVisible()
})
