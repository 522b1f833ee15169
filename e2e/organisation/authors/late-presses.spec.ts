import type { Page } from '@playwright/test'
import { importAsDraft } from '../../../contract/organisation/course-files.ts'
import {
  listVersions,
  publishCourse,
  REASON_LIMIT,
  rollBackCourse,
  withdrawCourse,
} from '../../../contract/organisation/course-versions.ts'
import { editDraft, getDraft } from '../../../contract/organisation/drafts.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import { expectGood, expectGoodOnBoth, sizes } from '../../good-screens.ts'
import { held, loseReply } from '../../held.ts'
import { testWithoutWorker as test } from '../../own-server.ts'
import { bringIn, firstOwner, newAuthor, type Person } from '../../people.ts'
import { goInside } from '../../study.ts'
import { expect } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

test.use({ viewport: sizes.phone })

const text = { id: 'cups', type: 'rich-text', textContent: 'How many cups?' }

/** How long the edit is held back on its way. The press must not give up in this time. */
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
    await expect(page.getByRole('status').getByText('Saving first…')).toBeVisible()
    release()
    const sheet = page.getByRole('dialog', { name: 'Publish' })
    const reason = sheet.getByRole('textbox', { name: /^What changed/ })
    await reason.fill('Greener than before')
    // The sheet checks Huda's edit, and what Reem has typed meanwhile stays. It also stays while she looks at a
    // warning.
    const looked = page.waitForResponse('**/effects')
    await write(huda, id, 'White tea')
    await looked
    await expect(reason).toHaveValue('Greener than before')
    await expect(reason).toBeFocused()
    await page.keyboard.press('Escape')
    await button.click()
    await expect(reason).toHaveValue('Greener than before')
    await page.keyboard.press('Escape')
  })
  await test.step('she goes back to a version while Huda publishes: she reads that, and her next press counts', () =>
    goBackMeanwhile(page, reem, huda))
  await test.step('Huda goes back to a version while her draft is open: she sees what changed, and publishes', () =>
    publishOverRollBack(page, reem, huda))
  await test.step('she throws a draft away while Huda writes in it, sees what goes, and Huda takes it back', () =>
    discardMeanwhile(page, reem, huda))
  await test.step('she publishes a course that rests: it goes to everybody, and she reads that it is back', () =>
    publishResting(page, reem))
  await test.step('she opens a draft that Huda deleted, and another one without a network: both lead back to the courses', () =>
    openUnknown(page, path))
  await test.step('she writes while Salma takes her role: she reads why it is not saved, and copies her words', async () => {
    await goInside(page, path)
    const title = page.getByRole('textbox', { name: /title/i }).first()
    await expect(title).toHaveValue('White tea')
    await salma.call(setRoles, { params: { uid: reem.session.uid }, body: { roles: [] } })
    await title.fill('Tea of my grandmother')
    await expect(page.getByText('Not accepted: Your role does not allow this.')).toBeVisible()
    await page.getByRole('button', { name: 'Copy my text' }).click()
    await expect(page.getByRole('textbox', { name: 'Your text' })).toHaveValue('Tea of my grandmother')
    await expectGoodOnBoth(page, 'an editor whose role was taken')
    await expect(title).toHaveValue('Tea of my grandmother')
    expect((await salma.call(getDraft, { params: { id } })).data.course.title).toBe('White tea')
  })
})

async function goBackMeanwhile(page: Page, reem: Person, huda: Person): Promise<void> {
  const { id, params } = await courseWithPage(reem, text)
  for (const title of ['Black tea', 'Green tea']) await publish(huda, id, title)
  await goInside(page, `/org/courses/${id}/versions`)
  const find = await held(page, '**/effects?*')
  await page.getByRole('button', { name: 'Go back to it' }).click()
  const sheet = page.getByRole('dialog', { name: 'Back to version 1' })
  await expect(sheet.getByRole('status', { name: 'Looking at what changes for learners' })).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Go back to it' }), 'not before she reads it').toHaveCount(0)
  find()
  await expect(sheet.getByText('Nobody is in this course yet')).toBeVisible()
  await publish(huda, id, 'White tea')
  await sheet.getByRole('button', { name: 'Go back to it' }).click()
  await expect(sheet.getByText(/^Somebody published another version meanwhile/)).toBeVisible()
  await expectGood(page, 'another version meanwhile')
  await sheet.getByRole('button', { name: 'Go back to it' }).click()
  await expect(sheet).toHaveCount(0)
  expect((await reem.call(listVersions, { params })).data[0]).toMatchObject({ number: 4, kind: 'roll-back', from: 1 })
}

async function publishOverRollBack(page: Page, reem: Person, huda: Person): Promise<void> {
  const { id, params } = await courseWithPage(reem, text)
  for (const title of ['Black tea', 'Green tea']) await publish(huda, id, title)
  await write(reem, id, 'White tea')
  await huda.call(rollBackCourse, { params, body: { to: 1, version: 2 } })
  await goInside(page, `/org/courses/${id}/edit`)
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(page.getByText(/Somebody.* published version 3 meanwhile/)).toBeVisible()
  await page.getByRole('button', { name: 'Go on' }).click()
  // The reply is lost. The app must not say that somebody else did what her first press did.
  await loseReply(page, '**/publish')
  await page.getByRole('button', { name: 'Publish to everybody' }).click()
  await expect(page.getByText('As published, nothing new')).toBeVisible()
  await page.getByRole('button', { name: 'Publish to everybody' }).click()
  await expect(page.getByText(/version 4/i)).toBeVisible()
  await page.keyboard.press('Escape')
}

async function discardMeanwhile(page: Page, reem: Person, huda: Person): Promise<void> {
  const { id, params } = await courseWithPage(reem, text)
  await publish(huda, id, 'Black tea')
  await goInside(page, `/org/courses/${id}/edit`)
  const title = page.getByRole('textbox', { name: 'Title of the course' })
  await expect(title).toHaveValue('Black tea')
  const discard = page.getByRole('button', { name: 'Throw the draft away…' })
  await expect(discard, 'there is no draft yet').toHaveCount(0)

  await page.context().setOffline(true)
  await title.fill('White tea')
  await discard.click()
  await expect(page.getByText(/^Something that you wrote is not at the server yet/)).toBeVisible()
  await expectGood(page, 'a draft that cannot be thrown away yet')
  // It cannot be published either, and a press says so.
  await page.getByRole('button', { name: 'Publish…' }).click()
  const unsent = page.getByRole('dialog', { name: 'Publish' })
  await expect(unsent).toContainText('has not reached the server')
  await expect(unsent).toContainText(/kept on this device/)
  await expectGoodOnBoth(page, 'a draft that cannot be published yet')
  await page.keyboard.press('Escape')
  await page.context().setOffline(false)
  await expect(page.getByText('Draft, saved')).toBeVisible({ timeout: 40_000 })

  await discard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Throw the draft away' })
  await sheet.getByText('One change goes').click()
  await expect(sheet.locator('ins')).toContainText(['White'])
  await expectGoodOnBoth(page, 'what goes with a draft')
  await write(huda, id, 'Green tea')
  await sheet.getByRole('button', { name: 'Throw it away' }).press('Enter')
  await expect(sheet.getByText(/^Somebody has written in it meanwhile/)).toBeVisible()
  await expect(sheet.locator('ins')).toContainText(['Green'])
  await sheet.getByRole('button', { name: 'Throw it away' }).press('Enter')
  await expect(sheet).toHaveCount(0)
  await expect(title).toHaveValue('Black tea')
  await expect(page.getByText('As published, nothing new')).toBeVisible()
  const before = page.getByRole('region', { name: 'The draft before' })
  await expect(before.getByText(/was thrown away/)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Undo', exact: true }), 'nothing to undo').toBeDisabled()
  await expectGoodOnBoth(page, 'a draft that was thrown away')

  // Huda takes the import back. Reem has the draft open, and sees that at once.
  const { setAside } = (await huda.call(getDraft, { params })).data
  await huda.call(importAsDraft, { params: { importId: setAside?.importId ?? '' }, body: { replaces: true } })
  await expect(title).toHaveValue('Green tea')
  await expect(before).toHaveCount(0)
}

async function publishResting(page: Page, reem: Person): Promise<void> {
  const { id, params } = await courseWithPage(reem, text)
  await publish(reem, id, 'Black tea')
  await reem.call(withdrawCourse, { params, body: { mayFinish: true } })
  await goInside(page, `/org/courses/${id}/edit`)
  await page.getByRole('button', { name: 'Publish…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Publish' })
  await expect(sheet.getByRole('button', { name: 'Publish to everybody' })).toBeVisible()
  // The server would refuse the trial group, so it is not offered.
  await expect(sheet.getByRole('radio')).toHaveCount(0)
  // A character that has no room is left out, and not cut in half.
  const reason = sheet.getByRole('textbox', { name: /^What changed/ })
  await reason.focus()
  await page.keyboard.insertText(`${'a'.repeat(REASON_LIMIT - 1)}👩‍🚒`)
  await expect(reason).toHaveValue('a'.repeat(REASON_LIMIT - 1))
  await sheet.getByRole('button', { name: 'Publish to everybody' }).click()
  await expect(sheet.getByText('The course is back on the lists of learners, as it was.')).toBeVisible()
  await page.keyboard.press('Escape')
}

/** Leaves the draft at this path for two drafts that cannot be opened, and for the list. */
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
  await expect(page.locator('.stale'), 'the list says as of when it is').toBeVisible()
  await expectGoodOnBoth(page, 'the courses without a network')
  await page.context().setOffline(false)
}

async function publish(person: Person, id: string, title: string): Promise<void> {
  const { revision, version } = await write(person, id, title)
  await person.call(publishCourse, { params: { id }, body: { to: 'everybody', revision, version } })
}

async function write({ call }: Person, id: string, title: string) {
  const params = { id }
  const { course, revision: since, version } = (await call(getDraft, { params })).data
  const change = { op: 'set' as const, path: ['course', 'title'], from: course.title, to: title }
  const edits = [{ id: crypto.randomUUID(), at: 1, change }]
  const { revision } = (await call(editDraft, { params, body: { since, edits } })).data
  return { revision, version }
}
