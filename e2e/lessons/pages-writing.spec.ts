import { logsOf, openPage, servePages } from '../study.ts'
import { expect, test } from '../test.ts'
import { mainButton } from './lesson-walk.ts'

const LESSON = 'first-aid-en-cuts'

test('Noura answers in numbers and in words, also in Arabic and in two tabs', async ({ page, server }) => {
  const logs = logsOf(page)
  const noura = await openPage(page, server, { lessonId: LESSON, pageId: 'confidence' })
  const [slider, box] = [page.getByRole('slider'), page.getByRole('textbox')]

  await test.step('a slider counts after it is touched, also if it ends at its start', async () => {
    await expect(page.locator('output')).toHaveText('–')
    await expect(mainButton(page)).toHaveAttribute('disabled', '')
    await slider.tap()
    await expect(page.locator('output')).toHaveText('5')
    await mainButton(page).tap()
    await expect.poll(() => logs).toMatchObject([{ pageId: 'confidence', answer: '5' }])
  })

  await test.step('a number with a text needs both: the touch, and five characters', async () => {
    await expect(box).toHaveAttribute('rows', '3')
    await box.fill('hello')
    await expect(mainButton(page)).toHaveAttribute('disabled', '')
    await expect(page.getByText('Move the slider to go on')).toBeVisible()
    await slider.fill('7')
    await expect(mainButton(page)).toBeEnabled()
    await box.fill('hell')
    await expect(mainButton(page)).toBeDisabled()
    await box.fill('hello')
    await mainButton(page).click()
    await expect.poll(() => logs.slice(1)).toMatchObject([{ pageId: 'kit-this-year', answer: ['7', 'hello'] }])
  })

  await test.step('a text needs five characters, without spaces around it', async () => {
    await expect(page.getByRole('heading', { name: /last help someone/ })).toBeVisible()
    await expect(box).toHaveAttribute('rows', '5')
    await expect(mainButton(page)).toHaveText('Send my answer')
    for (const short of ['', 'four', '     ', '  four  ', '👩‍🚒']) {
      await box.fill(short)
      await expect(mainButton(page), `“${short}” is too short`).toHaveAttribute('disabled', '')
    }
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByRole('textbox').fill('five')
    await expect(box, 'what she types in another tab').toHaveValue('five')
    await other.close()
    await box.press('End')
    await box.press('s')
    // Another tab, which did not notice that, has stored a longer draft.
    const draft = `sbs.draft ["${noura.session.uid}","${LESSON}","last-time","text-response"]`
    await page.evaluate(key => localStorage.setItem(key, '"My neighbour fell"'), draft)
    await mainButton(page).click()
    await expect.poll(() => logs.slice(2)).toMatchObject([{ pageId: 'last-time', answer: 'fives' }])
    expect(await page.evaluate(key => localStorage.getItem(key), draft)).toBe('"My neighbour fell"')
  })

  await test.step('a box has five rows by default', async () => {
    await openPage(page, server, { lessonId: 'first-aid-en-calm', pageId: 'own-story', person: noura })
    await expect(box).toHaveAttribute('rows', '5')
  })

  await test.step('what was sent is not offered to be sent again', async () => {
    await box.fill('I called my brother')
    await expect(mainButton(page)).toHaveText('Send my answer')
    await mainButton(page).click()
    await expect(page).toHaveURL(/first-aid-en$/)
    await page.goBack()
    await expect(box).toHaveValue('I called my brother')
    await expect(mainButton(page)).toHaveText('Next')
  })

  await test.step('in Arabic the number is shown as ٧ and stored as 7', async () => {
    const logs = logsOf(page)
    await openPage(page, server, { lessonId: 'first-aid-ar-cuts', pageId: 'confidence', language: 'ar' })
    await slider.fill('7')
    await expect(page.locator('output')).toHaveText('٧')
    await expect(page.locator('.scale b')).toHaveText(['٠', '١٠'])
    await mainButton(page).click()
    await expect.poll(() => logs).toMatchObject([{ pageId: 'confidence', answer: '7' }])
  })

  await test.step('a slider has the ends and the step of the course, by default 0 to 10 by 1', async () => {
    let options: object | undefined
    await servePages(page, LESSON, () => [{ id: 'start', type: 'number', textContent: '<h1>How many?</h1>', options }])
    await openPage(page, server, { lessonId: LESSON, pageId: 'start' })
    await expect(slider).toHaveAttribute('min', '0')
    await expect(slider).toHaveAttribute('max', '10')
    await slider.press('ArrowRight')
    await expect(slider).toHaveValue('6')

    options = { min: 5, max: 20, step: 5 }
    await page.reload()
    await expect(slider).toHaveAttribute('min', '5')
    await expect(slider).toHaveAttribute('max', '20')
    await slider.press('Home')
    await slider.press('ArrowRight')
    await expect(page.locator('output')).toHaveText('10')
  })
})
