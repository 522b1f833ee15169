import type { Page } from '@playwright/test'
import {
  listVersions,
  publishCourse,
  REASON_LIMIT,
  withdrawCourse,
} from '../../../contract/organisation/course-versions.ts'
import { editDraft, getDraft } from '../../../contract/organisation/drafts.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import { expectGood, expectGoodOnBoth, sizes } from '../../good-screens.ts'
import { held } from '../../held.ts'
import { testWithoutWorker as test } from '../../own-server.ts'
import { bringIn, firstOwner, newAuthor, type Person } from '../../people.ts'
import { goInside } from '../../study.ts'
import { expect } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

test.use({ viewport: sizes.phone })

const text = { id: 'cups', type: 'rich-text', textContent: 'How many cups?' }

/** Longer than anybody waited for what was on its way. */
const SLOW_MS = 7000

test('Reem and others press at the same time: each press of hers counts, and each screen says what has happened', async ({
  own,
  page,
}) => {
  const [salma, reem, huda] = [await firstOwner(own), await newAuthor(own), await newAuthor(own)]
  const { id } = await courseWithPage(reem, text)
  const path = `/org/courses/${id}/edit`
  await bringIn(page, reem)
  const release = await held(page, '**/edits')
  await page.goto(own.origin + path)

  await test.step('she presses Publish while a letter is on its slow way: the sheet opens once it has arrived', async () => {
    const sending = page.waitForRequest('**/edits')
    await page.getByRole('textbox', { name: 'Title of the course' }).fill('Green tea')
    await sending
    const button = page.getByRole('button', { name: 'Publish…' })
    await button.click()
    await page.waitForTimeout(SLOW_MS)
    await expect(button).toHaveAttribute('aria-busy', 'true')
    release()
    await expect(page.getByRole('dialog', { name: 'Publish' })).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('she goes back to a version while Huda publishes: she reads that, and her next press counts', () =>
    goBackMeanwhile(page, reem, huda))
  await test.step('she publishes a course that rests: it goes to everybody, and she reads that it is back', () =>
    publishResting(page, reem))
  await test.step('she opens a draft that Huda deleted, and another one without a network: both lead back to the courses', () =>
    openUnknown(page, path))
  await test.step('she writes while Salma takes her role: she reads why it is not saved, and copies her words', async () => {
    await goInside(page, path)
    const title = page.getByRole('textbox', { name: /title/i }).first()
    await expect(title).toHaveValue('Green tea')
    await salma.call(setRoles, { params: { uid: reem.session.uid }, body: { roles: [] } })
    await title.fill('Tea of my grandmother')
    await expect(page.getByText('Not accepted: Your role does not allow this.')).toBeVisible()
    await expectGoodOnBoth(page, 'an editor whose role was taken')
    await expect(title).toHaveValue('Tea of my grandmother')
    expect((await salma.call(getDraft, { params: { id } })).data.course.title).toBe('Green tea')
  })
})

async function goBackMeanwhile(page: Page, reem: Person, huda: Person): Promise<void> {
  const { id, params } = await courseWithPage(reem, text)
  for (const title of ['Black tea', 'Green tea']) await publish(huda, id, title)
  await goInside(page, `/org/courses/${id}/versions`)
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
}

async function publishResting(page: Page, reem: Person): Promise<void> {
  const { id, params } = await courseWithPage(reem, text)
  await publish(reem, id, 'Black tea')
  await reem.call(withdrawCourse, { params, body: { mayFinish: true } })
  await goInside(page, `/org/courses/${id}/edit`)
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
  await page.keyboard.press('Escape')
}

/** From the draft at this path. */
async function openUnknown(page: Page, path: string): Promise<void> {
  await goInside(page, path)
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
  await page.context().setOffline(false)
}

async function publish({ call }: Person, id: string, title: string): Promise<void> {
  const params = { id }
  const { course, revision: since, baseVersion } = (await call(getDraft, { params })).data
  const change = { op: 'set' as const, path: ['course', 'title'], from: course.title, to: title }
  const edits = [{ id: crypto.randomUUID(), at: 1, change }]
  const { revision } = (await call(editDraft, { params, body: { since, edits } })).data
  await call(publishCourse, { params, body: { to: 'everybody', revision, version: baseVersion } })
}
