import type { Page } from '@playwright/test'
import { expectGoodOnBoth, inBothLanguages } from '../../good-screens.ts'
import type { Language } from '../../lessons/lesson-walk.ts'
import { bringIn, newAuthor, type Person } from '../../people.ts'
import { goInside } from '../../study.ts'
import { expect, FAILED_REQUEST, test } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

const LEAF = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M5 19c0-9 5-14 15-14"/></svg>'
/** A browser shows it. The server takes nothing that declares entities. */
const WITH_ENTITY = `<!DOCTYPE svg [<!ENTITY ink "#234">]>${LEAF}`
const DAMAGED = LEAF.slice(0, 70)

const words = {
  ar: {
    picture: 'صورة',
    shows: 'ماذا تُظهر الصورة؟',
    putIn: 'إدراج',
    another: 'صورة أخرى',
    refused: 'لا يمكن استخدام هذه الصورة',
    damaged: 'هذا الرسم تالف ولا يمكن عرضه.',
    hint: 'يفيد حفظه مرّة أخرى في برنامج الرسم بصيغة SVG بسيطة، أو بصيغة png.',
    saved: 'مسوّدة، محفوظة',
    icon: 'اختيار رمز',
    useIcon: 'استخدامها رمزًا',
  },
  en: {
    picture: 'Picture',
    shows: 'What does the picture show?',
    putIn: 'Put in',
    another: 'Another picture',
    refused: 'This picture cannot be used',
    damaged: 'This drawing is damaged: it cannot be shown.',
    hint: 'Save it in the drawing program once more, as plain SVG or as png.',
    saved: 'Draft, saved',
    icon: 'Choose an icon',
    useIcon: 'Use as the icon',
  },
} as const

test('Reem chooses a drawing that cannot be used, reads why and what helps, and chooses another one', async ({
  server,
  page,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  test.slow()
  const reem = await newAuthor(server)
  await bringIn(page, reem, 'ar')
  await page.goto(`${server.origin}/org/courses`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await inBothLanguages(page, async language => {
    await chooseAnother(page, reem, language)
    // The editor has no menu to switch in.
    await goInside(page, '/org/courses')
  })
})

async function chooseAnother(page: Page, reem: Person, language: Language): Promise<void> {
  const say = words[language]
  const value = { id: 'leaves', type: 'rich-text', textContent: '# 1' }
  const { id, lesson } = await courseWithPage(reem, value, { language })
  await goInside(page, `/org/courses/${id}/edit/${lesson}/leaves`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const sheet = page.getByRole('dialog')
  const choose = (source: string) =>
    sheet
      .locator('input[type=file]')
      .last()
      .setInputFiles({ name: 'leaf.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(source) })

  // Both are refused where they are chosen, before any words are written for them.
  await button(say.picture).click()
  await choose(DAMAGED)
  await expect(sheet.getByRole('alert')).toContainText(say.damaged)
  await choose(WITH_ENTITY)
  await expect(sheet.getByRole('alert')).toContainText(say.refused)
  await expect(sheet.getByRole('alert')).toContainText(say.hint)
  await expect(sheet.getByRole('textbox')).toHaveCount(0)
  await expectGoodOnBoth(page, 'a drawing that is refused')

  // Without a network the picture is not checked. Later its card says that it is refused, and takes another one.
  await page.context().setOffline(true)
  await choose(WITH_ENTITY)
  await sheet.getByRole('textbox', { name: say.shows }).fill('leaf')
  await button(say.putIn).click()
  const text = page.locator('.prose').first()
  await expect(text.getByRole('img', { name: 'leaf' })).toHaveAttribute('src', /^data:image/)
  await page.context().setOffline(false)
  const card = page.getByRole('region', { name: 'leaf' })
  await expect(card.getByRole('alert')).toContainText(say.hint, { timeout: 40_000 })
  await expect(card.locator('img')).toHaveCount(0)
  await expect(text.getByRole('img', { name: 'leaf' })).not.toHaveAttribute('src')
  await expectGoodOnBoth(page, 'a picture that the server refused')
  await card.getByRole('button', { name: say.another }).click()
  await choose(LEAF)
  await expect(sheet.getByRole('textbox', { name: say.shows })).toHaveValue('leaf')
  await button(say.putIn).click()
  await expect(text.getByRole('img', { name: 'leaf' })).toHaveCount(1)
  await expect(text.getByRole('img', { name: 'leaf' })).toHaveAttribute('src', /^data:image/)
  await expect(card.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText(say.saved)).toBeVisible()

  // The icon is asked about in the same way. What the server took is not sent again.
  const sent: number[] = []
  page.on('response', response => /\/pictures\b/.test(response.url()) && sent.push(response.status()))
  await goInside(page, `/org/courses/${id}/edit`)
  // Nor is it sent again after the app was closed.
  if (language === 'ar') await page.reload()
  await button(say.icon).click()
  await choose(WITH_ENTITY)
  await expect(sheet.getByRole('alert')).toContainText(say.hint)
  await choose(LEAF)
  await button(say.useIcon).click()
  await expect(page.locator('.card-preview .emblem svg path')).toHaveAttribute('d', /^M5 19/)
  await expect(page.getByText(say.saved)).toBeVisible()
  expect(sent).toEqual([422, 200])
}
