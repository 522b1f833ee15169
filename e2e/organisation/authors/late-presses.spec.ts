import {
  listVersions,
  publishCourse,
  REASON_LIMIT,
  withdrawCourse,
} from '../../../contract/organisation/course-versions.ts'
import { editDraft, getDraft } from '../../../contract/organisation/drafts.ts'
import { expectGood, expectGoodOnBoth, sizes } from '../../good-screens.ts'
import { held } from '../../held.ts'
import { testWithoutWorker as test } from '../../own-server.ts'
import { bringIn, newAuthor, type Person } from '../../people.ts'
import { goInside } from '../../study.ts'
import { expect } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

test.use({ viewport: sizes.phone })

const text = { id: 'cups', type: 'rich-text', textContent: 'How many cups?' }

/** Longer than anybody waited for what was on its way. */
const SLOW_MS = 7000

test('Reem presses Publish while a letter is on its slow way: the sheet opens once it has arrived', async ({
  own,
  page,
}) => {
  const reem = await newAuthor(own)
  const { id } = await courseWithPage(reem, text)
  await bringIn(page, reem)
  const release = await held(page, '**/edits')
  await page.goto(`${own.origin}/org/courses/${id}/edit`)
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

test('Reem goes back to a version while Huda publishes: she reads that, and her next press counts', async ({
  own,
  page,
}) => {
  const [reem, huda] = [await newAuthor(own), await newAuthor(own)]
  const { id, params } = await courseWithPage(reem, text)
  for (const title of ['Black tea', 'Green tea']) await publish(huda, id, title)
  await bringIn(page, reem)
  await page.goto(`${own.origin}/org/courses/${id}/versions`)
  await page.getByRole('button', { name: 'Go back to it' }).click()
  const sheet = page.getByRole('dialog', { name: 'Back to version 1' })
  await expect(sheet.getByText('Nobody is in this course yet')).toBeVisible()
  await publish(huda, id, 'White tea')
  await sheet.getByRole('button', { name: 'Go back to it' }).click()
  await expect(sheet.getByText(/^Somebody published another version meanwhile/)).toBeVisible()
  await expectGood(page, 'another version meanwhile')
  await sheet.getByRole('button', { name: 'Go back to it' }).click()
  await expect(sheet).toHaveCount(0)
  expect((await reem.call(listVersions, { params })).data[0]).toMatchObject({ number: 4, kind: 'roll-back', from: 1 })
})

test('Reem publishes a course that rests: it goes to everybody, and she reads that it is back', async ({
  own,
  page,
}) => {
  const reem = await newAuthor(own)
  const { id, params } = await courseWithPage(reem, text)
  await publish(reem, id, 'Black tea')
  await reem.call(withdrawCourse, { params, body: { mayFinish: true } })
  await bringIn(page, reem)
  await page.goto(`${own.origin}/org/courses/${id}/edit`)
  await page.getByRole('button', { name: 'Publish…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Publish' })
  await expect(sheet.getByRole('button', { name: 'Publish to everybody' })).toBeVisible()
  // The server would refuse the trial group.
  await expect(sheet.getByRole('radio')).toHaveCount(0)
  // A sign that has no room left is not cut in half.
  const reason = sheet.getByRole('textbox', { name: /^What changed/ })
  await reason.focus()
  await page.keyboard.insertText(`${'a'.repeat(REASON_LIMIT - 1)}👩‍🚒`)
  await expect(reason).toHaveValue('a'.repeat(REASON_LIMIT - 1))
  await sheet.getByRole('button', { name: 'Publish to everybody' }).click()
  await expect(sheet.getByText('The course is back on the lists of learners, as it was.')).toBeVisible()
})

test('Reem opens a draft that Huda deleted, and another one without a network: both lead back to the courses', async ({
  own,
  page,
}) => {
  const reem = await newAuthor(own)
  const { id } = await courseWithPage(reem, text)
  await bringIn(page, reem)
  await page.goto(`${own.origin}/org/courses/${id}/edit`)
  await expect(page.getByText('Draft, saved')).toBeVisible()
  const close = page.getByRole('link', { name: 'Close the draft' })
  await goInside(page, '/org/courses/deleted/edit')
  await expect(page.getByText('The draft could not be loaded.')).toBeVisible()
  await expectGoodOnBoth(page, 'a draft that is gone')
  await close.click()
  await expect(page.getByRole('heading', { name: 'Courses', level: 1 })).toBeVisible()
  await page.context().setOffline(true)
  await goInside(page, '/org/courses/never-opened/edit')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectGoodOnBoth(page, 'a draft without a network')
  await close.click()
  await expect(page).toHaveURL(/\/org\/courses$/)
})

async function publish({ call }: Person, id: string, title: string): Promise<void> {
  const params = { id }
  const { course, revision: since, baseVersion } = (await call(getDraft, { params })).data
  const change = { op: 'set' as const, path: ['course', 'title'], from: course.title, to: title }
  const edits = [{ id: crypto.randomUUID(), at: 1, change }]
  const { revision } = (await call(editDraft, { params, body: { since, edits } })).data
  await call(publishCourse, { params, body: { to: 'everybody', revision, version: baseVersion } })
}
