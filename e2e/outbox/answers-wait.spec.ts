import { logPage } from '../../contract/lessons.ts'
import { answer, cutsPath, mainButton } from '../lessons/lesson-walk.ts'
import { bringIn, personOf, progressOf } from '../people.ts'
import { fetchedAhead } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'

const LESSON = 'first-aid-en-cuts'

test('Noura’s answers without a network are shown, survive a closed tab, and arrive once when the network is back, also from two tabs', async ({
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await personOf(server)
  const page = await context.newPage()
  await bringIn(page, noura)
  for (const [number, pageId] of [
    [1, 'start'],
    [2, 'pressure'],
    [3, 'first-step'],
  ] as const) {
    const body = { userId: noura.session.uid, pageId, pageNumber: number, ...(number === 3 ? { answer: 'press' } : {}) }
    await noura.call(logPage, { params: { lessonId: LESSON }, body })
  }
  await page.goto(`${server.origin}${cutsPath('en')}/4`)
  await expect(mainButton(page)).toBeVisible()
  await fetchedAhead(page)
  await context.setOffline(true)
  await answer.kit?.(page, 'en')
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/5$/)
  await expect(page.getByText('Waiting to be sent: 1 answer')).toBeVisible()
  await answer.kinds?.(page, 'en')
  await mainButton(page).click()
  await expect(page.getByText('Waiting to be sent: 2 answers')).toBeVisible()
  await page.close()
  expect((await progressOf(noura, LESSON))?.lastCompleted).toBe(3)

  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(`${server.origin}/courses/first-aid-en`)
  await expect(again.getByText('You stopped at page 6 of 9')).toBeVisible()
  await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(5)
  expect((await progressOf(noura, LESSON))?.answers).toMatchObject({
    kit: [expect.any(String)],
    kinds: [expect.any(String)],
  })
  await expect(again.getByText('Waiting to be sent')).toHaveCount(0)

  await test.step('two tabs send one outbox item once', async () => {
    let sent = 0
    context.on('response', response => {
      if (response.url().endsWith('/log')) sent += 1
    })
    const lesson = await context.newPage()
    await lesson.goto(`${server.origin}${cutsPath('en')}/6`)
    await expect(mainButton(lesson)).toBeVisible()
    for (const tab of [lesson, again]) await fetchedAhead(tab)
    await context.setOffline(true)
    await answer.words?.(lesson, 'en')
    await mainButton(lesson).click()
    await expect(again.getByText('Waiting to be sent: 1 answer')).toBeVisible()
    await expect(again.getByText('You stopped at page 7 of 9')).toBeVisible()
    await context.setOffline(false)
    await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(6)
    for (const tab of [lesson, again]) await expect(tab.getByText('Waiting to be sent')).toHaveCount(0)
    // The browser may report the request a moment after the screen shows its result.
    await expect.poll(() => sent).toBe(1)
  })
})

test('Noura looks at what waits, closes the phone in the middle of a lesson, and continues where she stopped', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await personOf(server)
  await bringIn(page, noura)
  await page.route('**/assets/behind-*.css', route => route.abort())
  await page.goto(server.origin + cutsPath('en'))
  await expect(mainButton(page)).toBeVisible()

  await test.step('what waits is said, also if a poor network did not bring the styles of the line', async () => {
    await page.route('**/log', route => route.abort())
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/2$/)
    const line = page.locator('.unsaved')
    await expect(line.getByText('Waiting to be sent: 1 page')).toBeVisible()
    await page.unroute('**/assets/behind-*.css')
    await expect(line).toHaveCSS('display', 'flex')
  })

  await test.step('she looks at what waits, and reads there that nothing does any more', async () => {
    await page.locator('.unsaved').getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('dialog', { name: 'Waiting to be sent' }).getByText('Finished page')).toBeVisible()
    await page.unroute('**/log')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const empty = page.getByRole('dialog', { name: 'Nothing is waiting' })
    await expect(empty.getByText('Everything has been sent.')).toBeVisible({ timeout: 30_000 })
  })

  await test.step('she continues where she stopped', async () => {
    await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(1)
    await page.goto(`${server.origin}/courses/first-aid-en`)
    await expect(page.getByText('You stopped at page 2 of 9')).toBeVisible()
    await page.getByRole('link', { name: /Cuts and small bleeds/ }).click()
    await expect(page).toHaveURL(`${server.origin}${cutsPath('en')}/2`)
  })
})
