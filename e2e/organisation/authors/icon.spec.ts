import type { Page } from '@playwright/test'
import { createCourse } from '../../../contract/organisation/courses.ts'
import { getDraft } from '../../../contract/organisation/drafts.ts'
import { expectGoodInBoth, expectGoodOnBoth, inBothLanguages, sizes } from '../../good-screens.ts'
import { testWithoutWorker as test } from '../../own-server.ts'
import { bringIn, firstOwner, type Person, personByPhone } from '../../people.ts'
import { goInside } from '../../study.ts'
import { expect } from '../../test.ts'

const LEAF =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"><path d="M5 19c0-9 5-14 15-14 0 10-5 14-11 14"/></svg>'

const TITLE = 'الشاي الأخضر'

test('Reem gives her course an icon, sees it as learners do, and Noura has it on her list', async ({ own, page }) => {
  test.slow()
  const reem = await firstOwner(own)
  const { id } = (await reem.call(createCourse, { body: { title: TITLE, language: 'ar' } })).data
  await bringIn(page, reem, 'ar')
  await page.goto(`${own.origin}/org/courses`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const missing: string[] = []
  page.on('response', reply => reply.status() === 404 && missing.push(reply.url()))
  await inBothLanguages(page, async language => {
    await goInside(page, `/org/courses/${id}/edit`)
    await expect(page.locator('.card-preview .emblem text')).toHaveText('ش')
    if (language === 'ar') await tryPhoto(page)
    else await giveDrawing(page, reem, id)
    expect(missing).toEqual([])
    // The editor has no menu to switch the language in.
    await goInside(page, '/org/courses')
  })

  const noura = await personByPhone(own)
  await bringIn(page, noura, 'ar')
  await page.setViewportSize(sizes.phone)
  await page.goto(`${own.origin}/courses`)
  await expectGoodInBoth(page, 'the list of learners', async () => {
    const row = page.getByRole('link', { name: new RegExp(TITLE) }).last()
    await expect(row.locator('.emblem svg path')).toHaveAttribute('d', /^M6 18/)
  })
})

/** In Arabic: chooses a photo, also without a network, and undoes that. */
async function tryPhoto(page: Page): Promise<void> {
  const card = page.locator('.card-preview')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(card.getByRole('heading', { name: TITLE, includeHidden: true })).toBeVisible()
  await expectGoodOnBoth(page, 'a course without an icon')

  await page.context().setOffline(true)
  await button('اختيار رمز').click()
  await page
    .locator('dialog input[type=file]')
    .last()
    .setInputFiles(await photo(page))
  await expect(page.getByText(/تمّ تصغيرها: من .* إلى/)).toBeVisible()
  await expectGoodOnBoth(page, 'choosing the part of a picture')
  await button('استخدامها رمزًا').click()
  await expect(card.locator('.emblem img')).toHaveAttribute('src', /^data:image\/webp/)
  await expect(card.locator('.emblem img')).toHaveJSProperty('naturalWidth', 192)
  await expect(page.getByText(/محفوظ على هذا الجهاز/)).toBeVisible()
  await page.context().setOffline(false)
  // The photo is also sent after the page was closed.
  await page.reload()
  await expect(page.getByText('مسوّدة، محفوظة')).toBeVisible()
  await expect(card.locator('.emblem img')).toHaveAttribute('src', /^data:image\/webp/)
  await expectGoodOnBoth(page, 'a course with a photo')
  await button('تراجع').click()
  await expect(card.locator('.emblem text')).toHaveText('ش')
  // The file is listed as unused, and can be deleted.
  await page.getByRole('button', { name: /icon-[0-9a-f]{8}\.webp/ }).click()
  await expect(page.getByText(/icon-[0-9a-f]{8}\.webp/)).toHaveCount(0)
}

/**
 * In English: a drawing takes on the colour of the course, and is never a broken picture meanwhile. A large one is
 * refused before it is sent.
 */
async function giveDrawing(page: Page, reem: Person, id: string): Promise<void> {
  const emblem = page.locator('.card-preview .emblem svg path')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await button('Choose an icon').click()
  const chooser = page.locator('dialog input[type=file]').last()
  await chooser.setInputFiles(drawing(LEAF.replace('<path', `<path class="${'a'.repeat(20_000)}"`)))
  await expect(page.getByText('This drawing is larger than 20 KB.')).toBeVisible()
  await chooser.setInputFiles(drawing(LEAF))
  await button('Use as the icon').click()
  await expect(emblem).toHaveAttribute('d', /^M5 19/)
  await page.getByRole('radio').first().check({ force: true })
  await expectGoodOnBoth(page, 'a course with a drawing')

  // Another drawing takes its place, and the former file is removed.
  await button('Another icon').click()
  await page
    .locator('dialog input[type=file]')
    .last()
    .setInputFiles(drawing(LEAF.replace('M5 19', 'M6 18')))
  await button('Use as the icon').click()
  await expect(emblem).toHaveAttribute('d', /^M6 18/)
  await expect(page.getByText('Draft, saved')).toBeVisible()
  const { files, course } = (await reem.call(getDraft, { params: { id } })).data
  expect(files.map(({ name }) => name)).toEqual([course.icon])

  await goInside(page, `/org/courses/${id}/edit/${id}-1/start`)
  await page.locator('.prose').first().pressSequentially('1')
  for (const name of ['Publish…', 'Publish to everybody', 'Go on']) await button(name).click()
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
