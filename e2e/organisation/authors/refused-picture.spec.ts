import type { Page } from '@playwright/test'
import { expectGoodOnBoth, inBothLanguages } from '../../good-screens.ts'
import { bringIn, newAuthor } from '../../people.ts'
import { goInside } from '../../study.ts'
import { expect, FAILED_REQUEST, test } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

const LEAF = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M5 19c0-9 5-14 15-14"/></svg>'
/** A browser shows this drawing. The server refuses everything that declares entities. */
const WITH_ENTITY = `<!DOCTYPE svg [<!ENTITY ink "#234">]>${LEAF}`
const DAMAGED = LEAF.slice(0, 70)

test('Reem chooses a drawing that cannot be used, reads why and what helps, and chooses another one', async ({
  server,
  page,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  test.slow()
  const reem = await newAuthor(server)
  const value = { id: 'leaves', type: 'rich-text', textContent: '# 1' }
  const { id, lesson } = await courseWithPage(reem, value, { language: 'ar' })
  await bringIn(page, reem, 'ar')
  await page.goto(`${server.origin}/org/courses`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await inBothLanguages(page, async language => {
    if (language === 'ar') {
      await goInside(page, `/org/courses/${id}/edit/${lesson}/leaves`)
      await choosePicture(page)
    } else {
      await goInside(page, `/org/courses/${id}/edit`)
      await chooseIcon(page)
    }
    // The editor has no menu to switch the language in.
    await goInside(page, '/org/courses')
  })
})

function choose(page: Page, source: string): Promise<void> {
  return page
    .getByRole('dialog')
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'leaf.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(source) })
}

/** Chooses pictures for a text, in Arabic. */
async function choosePicture(page: Page): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const sheet = page.getByRole('dialog')
  const hint = 'يفيد حفظه مرّة أخرى في برنامج الرسم بصيغة SVG بسيطة، أو بصيغة png.'
  const shows = 'ماذا تُظهر الصورة؟'

  // Both drawings are refused where she chooses them, before she writes any words for them.
  await button('صورة').click()
  await choose(page, DAMAGED)
  await expect(sheet.getByRole('alert')).toContainText('هذا الرسم تالف ولا يمكن عرضه.')
  await choose(page, WITH_ENTITY)
  await expect(sheet.getByRole('alert')).toContainText('لا يمكن استخدام هذه الصورة')
  await expect(sheet.getByRole('alert')).toContainText(hint)
  await expect(sheet.getByRole('textbox')).toHaveCount(0)
  await expectGoodOnBoth(page, 'a drawing that is refused')

  // Without a network the picture is not checked. Later its card says that it is refused, and she can choose another
  // one.
  await page.context().setOffline(true)
  await choose(page, WITH_ENTITY)
  await sheet.getByRole('textbox', { name: shows }).fill('leaf')
  await button('إدراج').click()
  const text = page.locator('.prose').first()
  await expect(text.getByRole('img', { name: 'leaf' })).toHaveAttribute('src', /^data:image/)
  await page.context().setOffline(false)
  const card = page.getByRole('region', { name: 'leaf' })
  await expect(card.getByRole('alert')).toContainText(hint, { timeout: 40_000 })
  await expect(card.locator('img')).toHaveCount(0)
  await expect(text.getByRole('img', { name: 'leaf' })).not.toHaveAttribute('src')
  await expectGoodOnBoth(page, 'a picture that the server refused')
  await card.getByRole('button', { name: 'صورة أخرى' }).click()
  await choose(page, LEAF)
  await expect(sheet.getByRole('textbox', { name: shows })).toHaveValue('leaf')
  await button('إدراج').click()
  await expect(text.getByRole('img', { name: 'leaf' })).toHaveCount(1)
  await expect(text.getByRole('img', { name: 'leaf' })).toHaveAttribute('src', /^data:image/)
  await expect(card.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('مسوّدة، محفوظة')).toBeVisible()
}

/** In English. The app checks an icon in the same way. */
async function chooseIcon(page: Page): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const alert = page.getByRole('dialog').getByRole('alert')
  const sent: number[] = []
  page.on('response', response => /\/pictures\b/.test(response.url()) && sent.push(response.status()))
  // A file that the server has is not sent again, also after the app was closed.
  await page.reload()
  await button('Choose an icon').click()
  await choose(page, DAMAGED)
  await expect(alert).toContainText('This drawing is damaged: it cannot be shown.')
  await choose(page, WITH_ENTITY)
  await expect(alert).toContainText('This picture cannot be used')
  await expect(alert).toContainText('Save it in the drawing program once more, as plain SVG or as png.')
  await expectGoodOnBoth(page, 'an icon that is refused')
  await choose(page, LEAF)
  await button('Use as the icon').click()
  await expect(page.locator('.card-preview .emblem svg path')).toHaveAttribute('d', /^M5 19/)
  await expect(page.getByText('Draft, saved')).toBeVisible()
  expect(sent).toEqual([422, 200])
}
