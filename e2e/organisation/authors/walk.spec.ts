import { createCourse } from '../../../contract/organisation/courses.ts'
import { editDraft, getDraft } from '../../../contract/organisation/drafts.ts'
import { expectGood, sizes } from '../../good-screens.ts'
import { bringIn, newAuthor } from '../../people.ts'
import { goInside } from '../../study.ts'
import { expect, test } from '../../test.ts'

test.use({ viewport: sizes.phone })

test('Reem walks through a lesson of her draft from its start, reads how many taps each page took, and goes on by keyboard', async ({
  server,
  page,
}) => {
  const reem = await newAuthor(server)
  const { id } = (await reem.call(createCourse, { body: { title: 'Tea', language: 'en' } })).data
  const params = { id }
  const [lesson] = (await reem.call(getDraft, { params })).data.lessons
  const path = ['lessons', lesson?.key ?? '', 'pages']
  const first = lesson?.pages[0]?.key ?? ''
  const answers = [
    { id: 'warm', text: 'Warm' },
    { id: 'hot', text: 'Hot', isCorrect: true },
  ]
  const value = { id: 'heat', type: 'multichoice', textContent: '# How hot?', options: { answers } }
  const set = (id: string, field: string, to: string | number) => ({
    id,
    at: 1,
    change: { op: 'set' as const, path: [...path, first, field], to },
  })
  const edits = [
    set('opening-page', 'rank', 1),
    { id: 'second-page', at: 2, change: { op: 'insert' as const, path, value, after: first } },
  ]
  await reem.call(editDraft, { params, body: { since: 0, edits } })
  await bringIn(page, reem)
  // She starts from a page in the middle.
  await page.goto(`${server.origin}/org/courses/${id}/edit/${lesson?.key}/heat`)
  await page.getByRole('button', { name: 'Preview' }).click()
  const sent: string[] = []
  page.on('request', request => request.method() !== 'GET' && sent.push(`${request.url()} ${request.postData()}`))
  await page.getByRole('button', { name: 'From the start' }).click()
  const phone = page.frameLocator('.phone-frame iframe')
  const goOn = phone.locator('.bottom-bar .bottom-bar-row > button.btn')
  await expect(phone.getByText('Lesson 1', { exact: true })).toBeVisible()
  await goOn.click()
  await phone.getByText('Warm', { exact: true }).click()
  await phone.getByText('Hot', { exact: true }).click()
  await goOn.click()
  const walked = page.locator('.walked')
  await expect(walked.getByRole('listitem').first()).toContainText(/Page 1\s*1 tap,/)
  await expect(walked.getByRole('listitem').last()).toContainText(/How hot\?\s*3 taps,/)
  await expectGood(page, 'the way through a lesson')
  // The app may count that she opened the editor, but not what she did in the lesson.
  expect(sent.filter(one => !one.includes('/analytics/') || one.includes('lesson_'))).toEqual([])
  await page.getByRole('button', { name: 'Once more' }).click()
  await expect(phone.getByText('Lesson 1', { exact: true })).toBeVisible()

  await test.step('beside the form she goes on in the preview by the keyboard: the focus stays in it', async () => {
    await page.getByRole('button', { name: 'Back to the page' }).click()
    await page.setViewportSize(sizes.wide)
    await goInside(page, `/org/courses/${id}/edit/${lesson?.key}/${first}`)
    await expect(phone.getByText('Lesson 1', { exact: true })).toBeVisible()
    await goOn.press('Enter')
    await expect(page).not.toHaveURL(new RegExp(`${first}$`))
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(page.locator('.phone-frame iframe')).toBeFocused()
  })
  await test.step('the form of another page begins at its heading, however far she had scrolled', async () => {
    await page.setViewportSize({ width: 1280, height: 360 })
    const form = page.locator('.sheetform')
    await form.evaluate(one => one.scrollTo(0, one.scrollHeight))
    expect(await form.evaluate(one => one.scrollTop)).toBeGreaterThan(100)
    await goInside(page, `/org/courses/${id}/edit/${lesson?.key}/${first}`)
    await expect(form.getByRole('heading', { level: 2 }).first()).toBeInViewport()
  })
})
