import type { Page } from '@playwright/test'
import { cutsPath, mainButton } from '../lessons/lesson-walk.ts'
import { bringIn, personOf, progressOf } from '../people.ts'
import { lessonPath } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'

const CUTS = 'first-aid-en-cuts'
const CALM = 'first-aid-en-calm'

test('answers of Noura wait for Noura, when her session ends and while Yousef uses her phone', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const [noura, yousef] = [await personOf(server), await personOf(server)]
  const sent: string[] = []
  context.on('request', request => {
    if (request.url().endsWith('/log')) sent.push(request.postDataJSON().userId)
  })
  const next = async (before: Page) => {
    const tab = await context.newPage()
    await before.close()
    return tab
  }

  await bringIn(page, noura)
  await page.goto(server.origin + lessonPath(CALM))
  await expect(mainButton(page)).toBeVisible()
  await page.route('**/log', route =>
    route.fulfill({ status: 401, json: { success: false, error: { code: 'auth/unauthorized', message: '' } } }),
  )
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/login$/)
  const again = await next(page)

  await test.step('after her session ended in the middle of a lesson, the answer arrives at the next sign-in', async () => {
    await bringIn(again, noura)
    await again.goto(server.origin + cutsPath('en'))
    await expect.poll(async () => (await progressOf(noura, CALM))?.lastCompleted).toBe(1)
  })

  await expect(mainButton(again)).toBeVisible()
  await again.route('**/log', route => route.abort())
  await mainButton(again).click()
  await expect(again.getByText('Waiting to be sent: 1 page')).toBeVisible()
  await again.evaluate(() => localStorage.removeItem('sbs.session'))
  const other = await next(again)
  // Until now her own tab may have tried again, which does not count.
  sent.length = 0

  await test.step('Yousef’s visit sends nothing of hers', async () => {
    await bringIn(other, yousef)
    await other.goto(`${server.origin}/courses/first-aid-en`)
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await other.waitForTimeout(1500)
    expect(sent).toEqual([])
    expect(await progressOf(yousef, CUTS)).toBeUndefined()
  })

  await test.step('hers does', async () => {
    const back = await next(other)
    await bringIn(back, noura)
    await back.goto(`${server.origin}/courses/first-aid-en`)
    await expect.poll(async () => (await progressOf(noura, CUTS))?.lastCompleted).toBe(1)
  })
})
