import { getDraft } from '../../../contract/organisation/drafts.ts'
import { expectGood, sizes } from '../../good-screens.ts'
import { bringIn, newAuthor } from '../../people.ts'
import { expect, FAILED_REQUEST, test } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

test.use({ viewport: sizes.phone })

const text = { id: 'cups', type: 'rich-text', textContent: 'How many cups?' }

test('Reem writes more lines than a course can have of what learners can do: none is lost, and the field says so', async ({
  server,
  page,
}) => {
  const reem = await newAuthor(server)
  const { id, params } = await courseWithPage(reem, text)
  await bringIn(page, reem)
  await page.goto(`${server.origin}/org/courses/${id}/edit`)
  const field = page.getByRole('textbox', { name: /^What learners can do afterwards/ })
  const lines = ['Boil', 'Pour', 'Wait', 'Drink', 'Wash', 'Dry', 'Tidy up']
  await field.click()
  await page.keyboard.type(lines.join('\n\n'))
  await expect(field).toHaveValue(lines.join('\n\n'))
  await expect(page.locator('.field.is-error').getByText('has more than 6')).toBeVisible()
  await expectGood(page, 'too many lines')
  // A course has no empty lines.
  await field.press('Tab')
  await expect(field).toHaveValue(lines.join('\n'))
  await expect(page.getByText('Draft, saved')).toBeVisible()
  expect((await reem.call(getDraft, { params })).data.course.canDo).toEqual(lines)
  await field.fill(lines.slice(1).join('\n'))
  await expect(page.locator('.field.is-error')).toHaveCount(0)
})

test('Reem writes a text to import and has no network: it is still there, and is read later', async ({
  server,
  page,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const reem = await newAuthor(server)
  await bringIn(page, reem)
  await page.goto(`${server.origin}/org/import`)
  const field = page.getByRole('textbox', { name: /^Or paste a text/ })
  await field.fill('# Tea\n\n## Water\n\nFresh water first.')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Read the text' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(field).toHaveValue('# Tea\n\n## Water\n\nFresh water first.')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Read the text' }).click()
  await expect(page.getByRole('textbox', { name: 'Title of the course' })).toHaveValue('Tea')
})
