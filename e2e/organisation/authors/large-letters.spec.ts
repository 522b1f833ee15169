import { createCourse } from '../../../contract/organisation/courses.ts'
import { doubleLetters, expectGood, sizes } from '../../good-screens.ts'
import { bringIn, newAuthor } from '../../people.ts'
import { expect, test } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

test.use({ viewport: sizes.phone })

test('Reem writes with letters twice as large: nothing is cut off, and each part has a name of its own', async ({
  server,
  page,
}) => {
  const reem = await newAuthor(server)
  const texts = ['هل يمكن تغيير الإجابة بعد الدرس؟', 'من يقرأ ما أكتبه؟']
  const answers = texts.map((text, index) => ({ id: `a${index}`, text, detailContent: '1' }))
  const value = { id: 'tea', type: 'explore-options', textContent: '# 1', options: { answers } }
  const { id, lesson } = await courseWithPage(reem, value, { language: 'ar' })
  await bringIn(page, reem, 'ar')
  await page.goto(`${server.origin}/org/courses/${id}/edit/${lesson}/tea`)
  await expect(page.getByRole('textbox', { name: 'الإجابة ٢', exact: true })).toHaveValue(texts[1] ?? '')
  await doubleLetters(page)
  await expectGood(page, 'answers to explore, with large letters')
  await page.getByRole('button', { name: 'تغيير النوع' }).click()
  await page.getByRole('button', { name: /^سؤال، إجابة واحدة/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'تغيير النوع' }).click()
  await page.getByRole('checkbox', { name: 'الإجابة ١ صحيحة' }).check()
  await expectGood(page, 'a question, with large letters')
})

test('Reem writes English on a narrow phone: the buttons of a text are in one row, and below the bar with large letters too', async ({
  server,
  page,
}) => {
  const reem = await newAuthor(server)
  const textContent = Array.from({ length: 40 }, (_, line) => `Line ${line}`).join('\n\n')
  const value = { id: 'tea', type: 'rich-text', textContent }
  const { id, lesson } = await courseWithPage(reem, value)
  await bringIn(page, reem)
  await page.goto(`${server.origin}/org/courses/${id}/edit/${lesson}/tea`)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click({ position: { x: 40, y: 40 } })
  const tools = page.getByRole('toolbar')
  const rows = await tools.evaluate(bar => new Set([...bar.children].map(one => one.getBoundingClientRect().top)).size)
  expect(rows).toBe(1)
  await doubleLetters(page)
  await page.keyboard.press('Control+End')
  await expect
    .poll(async () => {
      const [bar, row] = [await page.locator('.ed-bar').boundingBox(), await tools.boundingBox()]
      return (row?.y ?? 0) >= (bar?.y ?? 0) + (bar?.height ?? 0) - 1
    })
    .toBe(true)
})

test('Reem gives a course a title as long as there is room for: her screens keep their shape, with large letters too', async ({
  server,
  page,
}) => {
  const reem = await newAuthor(server)
  const title = `${'ماذا نفعل في الدقائق الأولى '.repeat(6)} ${'A'.repeat(30)}`
  const { id } = (await reem.call(createCourse, { body: { title, language: 'ar' } })).data
  await bringIn(page, reem, 'ar')
  await page.goto(`${server.origin}/org/courses/${id}/edit`)
  await expect(page.locator('.card-preview h3')).toBeVisible()
  await doubleLetters(page)
  await expectGood(page, 'about a course with a long title, with large letters')

  await page.setViewportSize(sizes.wide)
  const session = await page.context().newCDPSession(page)
  const setLetters = (standard: number) => session.send('Page.setFontSizes', { fontSizes: { standard } })
  await page.goto(`${server.origin}/org/courses`)
  await expect(page.getByRole('columnheader', { name: 'فيها الآن' })).toBeVisible()
  const brokenWords = await page.locator('thead th').evaluateAll(cells =>
    cells.flatMap(cell => {
      const text = cell.firstChild as Text
      return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        return range.getClientRects().length > 1 ? [word] : []
      })
    }),
  )
  expect(brokenWords).toEqual([])
  // As somebody sets it for all pages, who then has no room for three columns.
  await setLetters(32)
  await page.goto(`${server.origin}/org/courses/${id}/edit`)
  await expect(page.getByRole('textbox', { name: 'عنوان الدورة' })).toBeVisible()
  expect((await page.locator('.sheetform').boundingBox())?.width).toBeGreaterThan(600)
  await setLetters(16)
})
