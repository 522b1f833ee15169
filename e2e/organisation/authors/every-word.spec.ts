import type { Page } from '@playwright/test'
import { editDraft, getDraft } from '../../../contract/organisation/drafts.ts'
import { expectGood, sizes } from '../../good-screens.ts'
import { bringIn, newAuthor, type Person } from '../../people.ts'
import type { Server } from '../../server.ts'
import { goInside } from '../../study.ts'
import { expect, FAILED_REQUEST, test } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

test.use({ viewport: sizes.phone })

const text = { id: 'cups', type: 'rich-text', textContent: 'How many cups?' }

test('Reem writes more than a course takes, presses twice, has no network, and Huda writes too: no word is lost', async ({
  server,
  page,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const reem = await newAuthor(server)
  const { id, params, lesson } = await courseWithPage(reem, text)
  await bringIn(page, reem)
  await page.goto(`${server.origin}/org/courses/${id}/edit`)

  await test.step('the field says when what learners can do has more lines than a course may have', async () => {
    const field = page.getByRole('textbox', { name: /^What learners can do afterwards/ })
    const lines = ['Boil', 'Pour', 'Wait', 'Drink', 'Wash', 'Dry', 'Tidy up']
    await field.click()
    await page.keyboard.type(lines.join('\n\n'))
    await expect(field).toHaveValue(lines.join('\n\n'))
    await expect(page.locator('.field.is-error').getByText('has more than 6')).toBeVisible()
    await expectGood(page, 'too many lines')
    // The course has no empty lines.
    await field.press('Tab')
    await expect(field).toHaveValue(lines.join('\n'))
    await expect(page.getByText('Draft, saved')).toBeVisible()
    expect((await reem.call(getDraft, { params })).data.course.canDo).toEqual(lines)
    await field.fill(lines.slice(1).join('\n'))
    await expect(page.locator('.field.is-error')).toHaveCount(0)
  })
  await test.step('a picture that she puts in by two presses is there once', async () => {
    await goInside(page, `/org/courses/${id}/edit/${lesson}/cups`)
    await putInTwice(page)
  })
  await test.step('Reem and Huda write one text at once: she reads both as they look, without signs of the file', () =>
    writeBoth(page, reem, server))
  await test.step('a text to import that finds no network is still there, and is read later', async () => {
    await goInside(page, '/org/import')
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
})

async function putInTwice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const sheet = page.getByRole('dialog')
  await sheet
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'cup.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
  await sheet.getByRole('textbox').fill('A cup')
  const putIn = sheet.getByRole('button', { name: 'Put in' })
  await expect(putIn).toHaveAttribute('aria-disabled', 'false')
  await putIn.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(sheet).toHaveCount(0)
  await expect(page.locator('.prose img[data-file]').or(page.locator('.picture-card'))).toHaveCount(1)
}

/** Reem has no network while Huda changes the same text of an Arabic course. */
async function writeBoth(page: Page, reem: Person, server: Server): Promise<void> {
  const huda = await newAuthor(server)
  const value = { id: 'cups', type: 'rich-text', textContent: 'كوب' }
  const { id, params, lesson } = await courseWithPage(reem, value, { language: 'ar' })
  await goInside(page, `/org/courses/${id}/edit/${lesson}/cups`)
  const field = page.getByRole('textbox', { name: 'Text', exact: true })
  await expect(field).toHaveText('كوب')
  await page.context().setOffline(true)
  await field.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' من 3-5 (Tea)')
  await expect(page.getByText(/kept on this device/)).toBeVisible()
  const { revision: since } = (await huda.call(getDraft, { params })).data
  const path = ['lessons', lesson, 'pages', 'cups', 'textContent']
  const change = { op: 'set' as const, path, from: 'كوب', to: '- **كوب** واحد\n- <bdi dir="ltr">50%</bdi>' }
  await huda.call(editDraft, { params, body: { since, edits: [{ id: crypto.randomUUID(), at: 1, change }] } })
  await page.context().setOffline(false)
  const both = page.getByRole('region', { name: 'Two people wrote here' }).locator('.conflict-text')
  await expect(both).toHaveText(['كوب واحد\n\u206650%\u2069', 'كوب من \u20663-5\u2069 (\u2066Tea\u2069)'], {
    timeout: 40_000,
  })
}
