import type { Page } from '@playwright/test'
import { createCourse } from '../../../contract/organisation/courses.ts'
import { getDraft } from '../../../contract/organisation/drafts.ts'
import { expectGoodInBoth, expectGoodOnBoth, inBothLanguages, sizes } from '../../good-screens.ts'
import type { Language } from '../../lessons/lesson-walk.ts'
import { testWithoutWorker as test } from '../../own-server.ts'
import { bringIn, firstOwner, type Person, personByPhone } from '../../people.ts'
import { goInside } from '../../study.ts'
import { expect } from '../../test.ts'

const LEAF =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"><path d="M5 19c0-9 5-14 15-14 0 10-5 14-11 14"/></svg>'

const words = {
  ar: {
    title: 'الشاي الأخضر',
    letter: 'ش',
    publish: ['نشر…', 'نشر للجميع', 'متابعة'],
    choose: 'اختيار رمز',
    change: 'رمز آخر',
    remove: 'إزالة الرمز',
    use: 'استخدامها رمزًا',
    smaller: /تمّ تصغيرها: من .* إلى/,
    undo: 'تراجع',
    kept: /محفوظ على هذا الجهاز/,
    saved: 'مسوّدة، محفوظة',
    large: 'هذا الرسم أكبر من ٢٠ كيلوبايت.',
  },
  en: {
    title: 'Green tea',
    letter: 'G',
    publish: ['Publish…', 'Publish to everybody', 'Go on'],
    choose: 'Choose an icon',
    change: 'Another icon',
    remove: 'Remove the icon',
    use: 'Use as the icon',
    smaller: /Made smaller: from .* to/,
    undo: 'Undo',
    kept: /kept on this device/,
    saved: 'Draft, saved',
    large: 'This drawing is larger than 20 KB.',
  },
} as const

test('Reem gives her course an icon, sees it as learners do, and Noura has it on her list', async ({ own, page }) => {
  test.slow()
  const reem = await firstOwner(own)
  await bringIn(page, reem, 'ar')
  await page.goto(`${own.origin}/org/courses`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const missing: string[] = []
  page.on('response', reply => reply.status() === 404 && missing.push(reply.url()))
  await inBothLanguages(page, async language => {
    const body = { title: words[language].title, language }
    const { id } = (await reem.call(createCourse, { body })).data
    await goInside(page, `/org/courses/${id}/edit`)
    await giveIcon(page, reem, id, language)
    expect(missing).toEqual([])
    // The editor has no menu to switch in.
    await goInside(page, '/org/courses')
  })

  const noura = await personByPhone(own)
  await bringIn(page, noura, 'ar')
  await page.setViewportSize(sizes.phone)
  await page.goto(`${own.origin}/courses`)
  await expectGoodInBoth(page, 'the list of learners', async language => {
    const row = page.getByRole('link', { name: new RegExp(words[language].title) }).last()
    await expect(row.locator('.emblem svg path')).toHaveAttribute('d', /^M6 18/)
  })
})

async function giveIcon(page: Page, reem: Person, id: string, language: Language): Promise<void> {
  const say = words[language]
  const card = page.locator('.card-preview')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(card.getByRole('heading', { name: say.title, includeHidden: true })).toBeVisible()
  await expect(card.locator('.emblem text')).toHaveText(say.letter)
  await expectGoodOnBoth(page, 'a course without an icon')

  // A photo, also without a network; undo takes it back.
  await page.context().setOffline(true)
  await button(say.choose).click()
  await page
    .locator('dialog input[type=file]')
    .last()
    .setInputFiles(await photo(page))
  await expect(page.getByText(say.smaller)).toBeVisible()
  await expectGoodOnBoth(page, 'choosing the part of a picture')
  await button(say.use).click()
  await expect(card.locator('.emblem img')).toHaveAttribute('src', /^data:image\/webp/)
  await expect(card.locator('.emblem img')).toHaveJSProperty('naturalWidth', 192)
  await expect(page.getByText(say.kept)).toBeVisible()
  await page.context().setOffline(false)
  // It is sent at once, and also after the page was closed.
  if (language === 'ar') await page.reload()
  await expect(page.getByText(say.saved)).toBeVisible()
  await expect(card.locator('.emblem img')).toHaveAttribute('src', /^data:image\/webp/)
  await expectGoodOnBoth(page, 'a course with a photo')
  await button(say.undo).click()
  await expect(card.locator('.emblem text')).toHaveText(say.letter)
  // The file is listed as unused, and goes.
  await page.getByRole('button', { name: /icon-[0-9a-f]{8}\.webp/ }).click()
  await expect(page.getByText(/icon-[0-9a-f]{8}\.webp/)).toHaveCount(0)

  // A drawing takes on the colour of the course, and is never a broken picture meanwhile. A large one is refused before
  // it is sent.
  await button(say.choose).click()
  const chooser = page.locator('dialog input[type=file]').last()
  await chooser.setInputFiles(drawing(LEAF.replace('<path', `<path class="${'a'.repeat(20_000)}"`)))
  await expect(page.getByText(say.large)).toBeVisible()
  await chooser.setInputFiles(drawing(LEAF))
  await button(say.use).click()
  await expect(card.locator('.emblem svg path')).toHaveAttribute('d', /^M5 19/)
  await page.getByRole('radio').first().check({ force: true })
  await expectGoodOnBoth(page, 'a course with a drawing')

  // Another one takes its place, and its file does not stay behind.
  await button(say.change).click()
  await page
    .locator('dialog input[type=file]')
    .last()
    .setInputFiles(drawing(LEAF.replace('M5 19', 'M6 18')))
  await button(say.use).click()
  await expect(card.locator('.emblem svg path')).toHaveAttribute('d', /^M6 18/)
  await expect(page.getByText(say.saved)).toBeVisible()
  const { files, course } = (await reem.call(getDraft, { params: { id } })).data
  expect(files.map(({ name }) => name)).toEqual([course.icon])

  await goInside(page, `/org/courses/${id}/edit/${id}-1/start`)
  await page.locator('.prose').first().pressSequentially('1')
  for (const name of say.publish) await button(name).click()
}

function drawing(source: string) {
  return { name: 'leaf.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(source) }
}

async function photo(page: Page) {
  const data = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 })
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    for (let at = 0; at < 400; at += 4) {
      context.fillStyle = `hsl(${at % 360} 80% ${30 + (at % 50)}%)`
      context.fillRect(at, 0, 4, 300)
    }
    return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] as string
  })
  return { name: 'IMG 2034.JPG', mimeType: 'image/jpeg', buffer: Buffer.from(data, 'base64') }
}
