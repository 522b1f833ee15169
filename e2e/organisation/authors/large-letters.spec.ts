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
