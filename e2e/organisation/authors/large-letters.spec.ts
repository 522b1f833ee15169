import type { Page } from '@playwright/test'
import { createCourse } from '../../../contract/organisation/courses.ts'
import { doubleLetters, expectGood, inBothLanguages, sizes } from '../../good-screens.ts'
import { bringIn, newAuthor, type Person } from '../../people.ts'
import { goInside } from '../../study.ts'
import { expect, test } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

test.use({ viewport: sizes.phone })

test('Reem writes with letters twice as large: nothing is cut off, and her screens keep their shape', async ({
  server,
  page,
}) => {
  const reem = await newAuthor(server)
  const title = `${'ماذا نفعل في الدقائق الأولى '.repeat(6)} ${'A'.repeat(30)}`
  const { id } = (await reem.call(createCourse, { body: { title, language: 'ar' } })).data
  await bringIn(page, reem, 'ar')
  await page.goto(`${server.origin}/org/courses/${id}/edit`)

  await test.step('a course has a title as long as there is room for', async () => {
    await expect(page.locator('.card-preview h3')).toBeVisible()
    await doubleLetters(page)
    await expectGood(page, 'about a course with a long title, with large letters')
    await doubleLetters(page, false)
  })
  await test.step('each part of a question has a name of its own', () => writeAnswers(page, reem))
  await page.setViewportSize(sizes.wide)
  await goInside(page, '/org/courses')
  await test.step('no word in the head of the list is cut', async () => {
    await expect(page.getByRole('columnheader', { name: 'فيها الآن' })).toBeVisible()
    expect(await brokenWords(page, 'thead th')).toEqual([])
  })
  await test.step('with large letters those of the bar and of the list are whole, on a wide screen and on a phone', async () => {
    await doubleLetters(page)
    for (const size of [sizes.wide, sizes.phone]) {
      await page.setViewportSize(size)
      expect(await brokenWords(page, '.bar-nav a, .side-switch, .in-order .who small')).toEqual([])
    }
    await doubleLetters(page, false)
    await page.setViewportSize(sizes.wide)
  })
  await inBothLanguages(page, async language => {
    // Until now she has used the app in Arabic.
    if (language === 'en')
      await test.step('in English on a narrow phone, the buttons of a text are in one row, below the bar', () =>
        writeOnNarrowPhone(page, reem))
  })
  await test.step('the letters are as large as somebody sets them for all pages, who has no room for three columns', async () => {
    const session = await page.context().newCDPSession(page)
    const setLetters = (standard: number) => session.send('Page.setFontSizes', { fontSizes: { standard } })
    await page.setViewportSize(sizes.wide)
    await setLetters(32)
    await page.goto(`${server.origin}/org/courses/${id}/edit?lang=ar`)
    await expect(page.getByRole('textbox', { name: 'عنوان الدورة' })).toBeVisible()
    expect((await page.locator('.sheetform').boundingBox())?.width).toBeGreaterThan(600)
    await setLetters(16)
  })
})

async function writeAnswers(page: Page, reem: Person): Promise<void> {
  const texts = ['هل يمكن تغيير الإجابة بعد الدرس؟', 'من يقرأ ما أكتبه؟']
  const answers = texts.map((text, index) => ({ id: `a${index}`, text, detailContent: '1' }))
  const value = { id: 'tea', type: 'explore-options', textContent: '# 1', options: { answers } }
  const { id, lesson } = await courseWithPage(reem, value, { language: 'ar' })
  await goInside(page, `/org/courses/${id}/edit/${lesson}/tea`)
  await expect(page.getByRole('textbox', { name: 'الإجابة ٢', exact: true })).toHaveValue(texts[1] ?? '')
  await doubleLetters(page)
  await expectGood(page, 'answers to explore, with large letters')
  await page.getByRole('button', { name: 'تغيير النوع' }).click()
  await page.getByRole('button', { name: /^سؤال، إجابة واحدة/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'تغيير النوع' }).click()
  await page.getByRole('checkbox', { name: 'الإجابة ١ صحيحة' }).check()
  await expectGood(page, 'a question, with large letters')
  await page.getByRole('button', { name: 'المحتوى' }).click()
  await expect(page.locator('.outline [aria-current]')).toBeVisible()
  expect(await brokenWords(page, '.outline a')).toEqual([])
  await page.getByRole('button', { name: 'المحتوى' }).click()
  await doubleLetters(page, false)
}

async function writeOnNarrowPhone(page: Page, reem: Person): Promise<void> {
  const textContent = Array.from({ length: 40 }, (_, line) => `Line ${line}`).join('\n\n')
  const value = { id: 'tea', type: 'rich-text', textContent }
  const { id, lesson } = await courseWithPage(reem, value)
  await page.setViewportSize(sizes.phone)
  await goInside(page, `/org/courses/${id}/edit/${lesson}/tea`)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click({ position: { x: 40, y: 40 } })
  const tools = page.getByRole('toolbar')
  const rows = await tools.evaluate(bar => new Set([...bar.children].map(one => one.getBoundingClientRect().top)).size)
  expect(rows).toBe(1)
  // Nothing is selected, so there is no link to make: the arrow leads past its button.
  await tools.getByRole('button', { name: 'Calm box' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tools.getByRole('button', { name: 'Picture' })).toBeFocused()
  await text.focus()
  await doubleLetters(page)
  await page.keyboard.press('Control+End')
  await expect
    .poll(async () => {
      const [bar, row] = [await page.locator('.ed-bar').boundingBox(), await tools.boundingBox()]
      return (row?.y ?? 0) >= (bar?.y ?? 0) + (bar?.height ?? 0) - 1
    })
    .toBe(true)
}

/** Returns the words that stand on two lines. */
function brokenWords(page: Page, within: string): Promise<string[]> {
  return page.locator(within).evaluateAll(elements =>
    elements.flatMap(element => {
      const broken: string[] = []
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (node.parentElement?.closest('.visually-hidden, .in-table')) continue
        for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[\p{L}\p{M}]{2,}/gu)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
        }
      }
      return broken
    }),
  )
}
