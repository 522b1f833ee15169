import { type Browser, expect, type Page } from '@playwright/test'
import { listOrgCourses } from '../../contract/organisation/courses.ts'
import { getDraft } from '../../contract/organisation/drafts.ts'
import { bringIn, firstOwner } from '../people.ts'
import type { Server } from '../server.ts'
import { WORD, writePhoto, writeSound, writtenText } from './author-files.ts'
import { failedFiles, typeLetters } from './firefox.ts'

/** In Firefox Reem writes a course on a wide screen, and publishes it. */
export async function writeCourse(browser: Browser, server: Server): Promise<void> {
  const reem = await firstOwner(server)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const failed = await failedFiles(page)
  await bringIn(page, reem, 'ar')
  await page.goto(`${server.origin}/org/courses`)
  await page.getByRole('button', { name: 'دورة جديدة' }).click()
  await page.getByLabel('ما عنوانها؟').click()
  await typeLetters(page, 'الشاي')
  await page.getByRole('button', { name: 'بدء الكتابة' }).click()

  // Reem types each letter with a key, uses a shortcut, and pastes what Word puts on the clipboard.
  await add(page, 'للقراءة والاستماع')
  const text = page.getByRole('textbox', { name: 'النصّ', exact: true })
  await text.click()
  await page.getByRole('button', { name: 'عنوان', exact: true }).click()
  await typeLetters(page, 'الماء أوّلًا')
  await page.keyboard.press('Enter')
  await typeLetters(page, '- اتصل على +962 79 123 456')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+b')
  await typeLetters(page, 'ساخن')
  await page.keyboard.press('Control+b')
  await typeLetters(page, ' ثمّ')
  await expect(text.locator('ul bdi')).toHaveText('+962 79 123 456')
  await page.keyboard.press('Enter')
  await page.evaluate(html => {
    const fill = (event: ClipboardEvent) => {
      event.preventDefault()
      event.clipboardData?.setData('text/html', html)
    }
    document.addEventListener('copy', fill, { once: true })
  }, WORD)
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect(text.getByRole('link', { name: 'رابط' })).toBeVisible()
  await page.getByRole('button', { name: 'تراجع', exact: true }).click()
  await expect(text.getByRole('link', { name: 'رابط' })).toHaveCount(0)
  await page.keyboard.press('Control+y')
  await expect(text.getByRole('link', { name: 'رابط' })).toBeVisible()

  await page.getByRole('button', { name: 'صورة', exact: true }).click()
  await page.locator('dialog input[type=file]').last().setInputFiles(writePhoto(server.dataDir))
  await page.getByRole('textbox', { name: 'ماذا تُظهر الصورة؟' }).click()
  await typeLetters(page, 'إبريق')
  await page.getByRole('button', { name: 'إدراج' }).click()
  await expect(text.getByRole('img', { name: 'إبريق' })).toHaveAttribute('src', /^data:image\/webp/)
  // The picture was turned upright.
  const shape = () => text.getByRole('img', { name: 'إبريق' }).evaluate((it: HTMLImageElement) => [it.width, it.height])
  await expect.poll(shape).toEqual([32, 64])
  await page.getByText('المزيد في هذه الصفحة').click()
  await page.locator('input[type=file][accept*=audio]').setInputFiles(writeSound(server.dataDir))
  await expect(page.getByRole('combobox', { name: 'صوت أو فيلم' })).toHaveValue(/^hello-[0-9a-f]{8}\.mp3$/)

  // Answers are put in another order and back, by keys and by buttons. The preview shows the order, too.
  await add(page, 'سؤال، إجابة واحدة')
  await page.getByRole('textbox', { name: 'السؤال' }).click()
  await typeLetters(page, 'كم نغلي الماء؟')
  const answer = (number: string) => page.getByRole('textbox', { name: `الإجابة ${number}`, exact: true })
  await answer('١').click()
  await typeLetters(page, 'مرّة')
  await answer('٢').click()
  await typeLetters(page, 'مرّتين')
  const handle = page.getByRole('button', { name: 'نقل: مرّتين' })
  await handle.focus()
  for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key)
  await expect(answer('١')).toHaveValue('مرّتين')
  const shown = page.frameLocator('.phone-frame iframe').locator('.choice')
  await expect(shown.first()).toHaveText('مرّتين')
  await handle.click()
  await page.getByRole('button', { name: 'أسفل' }).click()
  await page.getByRole('button', { name: 'وضع هنا' }).click()
  await expect(answer('٢')).toHaveValue('مرّتين')
  await page.getByRole('checkbox', { name: 'الإجابة ٢ صحيحة' }).click()

  // The page is left right after a key.
  await answer('١').focus()
  await page.keyboard.press('End')
  await page.keyboard.press('x')
  await Promise.all([page.waitForEvent('load'), page.evaluate(() => location.reload())])
  await expect(answer('١')).toHaveValue('مرّةx')

  await page.locator('.outline li:not(.of-lesson) a').first().click()
  await text.click()
  await typeLetters(page, 'مرحبًا')
  // The server makes the sound equally loud, which takes long on a busy machine.
  await expect(page.getByText('مسوّدة، محفوظة')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'نشر…' }).click()
  await page.getByRole('button', { name: 'نشر للجميع' }).click()
  await expect(page.getByText('تمّ نشر النسخة ١.')).toBeVisible()
  expect(failed).toEqual([])

  const [course] = (await reem.call(listOrgCourses, {})).data.courses.filter(({ title }) => title === 'الشاي')
  const { files, lessons } = (await reem.call(getDraft, { params: { id: course?.id ?? '' } })).data
  const [first, second, third] = lessons[0]?.pages.map(({ fields }) => fields) ?? []
  expect(first?.textContent).toBe('مرحبًا')
  expect(second?.textContent).toBe(writtenText(files))
  expect(third?.options).toMatchObject({ answers: [{ text: 'مرّةx' }, { text: 'مرّتين', isCorrect: true }] })
  expect(files).toHaveLength(2)
  await context.close()
}

/** Adds a page of this kind to the first lesson, after the one that is open. */
async function add(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: /^صفحة جديدة في/ }).click()
  await page.getByRole('button', { name: new RegExp(`^${kind}`) }).click()
  await expect(page.getByRole('heading', { level: 2, name: kind, exact: true })).toBeVisible()
}
