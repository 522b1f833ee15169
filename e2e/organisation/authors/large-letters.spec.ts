import { doubleLetters, expectGood, sizes } from '../../good-screens.ts'
import { testWithoutWorker as test } from '../../own-server.ts'
import { bringIn, firstOwner } from '../../people.ts'
import { expect } from '../../test.ts'
import { courseWithPage } from './course-with-page.ts'

test.use({ viewport: sizes.phone })

test('Reem writes with letters twice as large: nothing is cut off, and each part has a name of its own', async ({
  own,
  page,
}) => {
  const reem = await firstOwner(own)
  const texts = ['هل يمكن تغيير الإجابة بعد الدرس؟', 'من يقرأ ما أكتبه؟']
  const answers = texts.map((text, index) => ({ id: `a${index}`, text, detailContent: '1' }))
  const value = { id: 'tea', type: 'explore-options', textContent: '# 1', options: { answers } }
  const { id, lesson } = await courseWithPage(reem, value, { language: 'ar' })
  await bringIn(page, reem, 'ar')
  await page.goto(`${own.origin}/org/courses/${id}/edit/${lesson}/tea`)
  await expect(page.getByRole('textbox', { name: 'الإجابة ٢', exact: true })).toHaveValue(texts[1] ?? '')
  await doubleLetters(page)
  await expectGood(page, 'answers to explore, with large letters')
  await page.getByRole('button', { name: 'تغيير النوع' }).click()
  await page.getByRole('button', { name: /^سؤال، إجابة واحدة/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'تغيير النوع' }).click()
  await page.getByRole('checkbox', { name: 'الإجابة ١ صحيحة' }).check()
  await expectGood(page, 'a question, with large letters')
})
