import type { Locator } from '@playwright/test'
import { createCourse } from '../../contract/organisation/courses.ts'
import { expectGood, sizes } from '../good-screens.ts'
import { bringIn, newAuthor } from '../people.ts'
import { goInside } from '../study.ts'
import { expect, test } from '../test.ts'
import { type Clipboard, clipboards } from './clipboards.ts'

test.use({ viewport: sizes.wide })

test('Omar pastes from twelve programs: the form of a text comes along, and what does not is said', async ({
  server,
  page,
}) => {
  const omar = await newAuthor(server)
  const { id } = (await omar.call(createCourse, { body: { title: 'اللصق', language: 'ar' } })).data
  await bringIn(page, omar, 'ar')
  await page.goto(`${server.origin}/org/courses/${id}/edit`)
  await page.locator('.outline li:not(.of-lesson) a').first().click()
  const field = page.getByRole('textbox', { name: 'النصّ', exact: true })
  await field.click()
  for (const clipboard of clipboards) {
    await test.step(clipboard.of, async () => {
      await paste(field, clipboard)
      await expect.poll(() => written(field), clipboard.of).toBe(clipboard.keeps)
      const { lost } = clipboard
      const notice = page.getByText(/^تمّ اللصق من دون/)
      if (lost === undefined) await expect(notice).toHaveCount(0)
      else await expect(notice).toHaveText(`تمّ اللصق من دون ${lost}. التراجع يعيد ما كان.`)
    })
  }

  // A picture on the clipboard comes with the text, and its description can be written.
  await paste(field, clipboards[1] as Clipboard)
  await expect(page.getByRole('region', { name: 'A kettle on a stove' })).toBeVisible()
  await expect(field.getByRole('img')).toHaveAttribute('src', /^data:image\/webp/)
  await expectGood(page, 'a pasted text')
  await page.getByRole('button', { name: 'تراجع', exact: true }).click()
  await expect.poll(() => written(field)).toBe(clipboards.at(-1)?.keeps)

  // He opens another page before the picture is ready.
  const text = page.url()
  await page.evaluate(() => {
    const { createImageBitmap: read } = window
    window.createImageBitmap = async (picture: ImageBitmapSource) => {
      await new Promise(resolve => setTimeout(resolve, 1000))
      return read(picture)
    }
  })
  await paste(field, clipboards[1] as Clipboard)
  await page.locator('.outline-course').click()
  await expect(field).toHaveCount(0)
  await goInside(page, new URL(text).pathname)
  await expect(field.getByRole('img')).toHaveCount(1)
})

/** Pastes in place of the whole text of the field. */
async function paste(field: Locator, { html, text }: Clipboard): Promise<void> {
  await field.press('Control+a')
  await field.evaluate(
    (element, [rich, plain]) => {
      const clipboardData = new DataTransfer()
      if (rich !== undefined) clipboardData.setData('text/html', rich)
      clipboardData.setData('text/plain', plain)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [html, text] as const,
  )
}

/** The HTML of the field as it is stored: numbers and Latin words are isolated on the screen only. */
async function written(field: Locator): Promise<string> {
  const html = await field.evaluate(element => element.innerHTML)
  return html
    .replace(/<\/?bdi[^>]*>|<br class="ProseMirror-trailingBreak">|<img class="ProseMirror-separator"[^>]*>/g, '')
    .replace(/<img[^>]*alt="([^"]*)"[^>]*>/g, '[$1]')
}
