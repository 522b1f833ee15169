import { logPage } from '../../contract/lessons.ts'
import { cutsPath, mainButton } from '../lessons/lesson-walk.ts'
import { codeSentTo, personByPhone, progressOf } from '../people.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'

const LESSON = 'first-aid-en-cuts'

test('a phone whose clock is a day behind stays signed in, and its new answer replaces the old one', async ({
  page,
  server,
  watch,
}) => {
  const noura = await personByPhone(server)
  for (const [number, pageId] of [
    [1, 'start'],
    [2, 'pressure'],
    [3, 'first-step'],
    [4, 'kit'],
  ] as const) {
    const body = {
      userId: noura.session.uid,
      pageId,
      pageNumber: number,
      ...(number === 4 ? { answer: ['gloves'] } : {}),
    }
    await noura.call(logPage, { params: { lessonId: LESSON }, body })
  }
  await page.clock.setSystemTime(Date.now() - 24 * 60 * 60 * 1000)
  await page.goto(`${server.origin}/login?lang=en`)
  await page.getByLabel('Phone number').fill(noura.phone)
  await page.getByRole('button', { name: 'Send verification code' }).click()
  const code = page.getByLabel('Verification code')
  await expect(code).toBeFocused()
  await code.fill(codeSentTo(server, noura.phone))
  await expect(page.locator('.course').first()).toBeVisible()

  await page.goto(`${server.origin}${cutsPath('en')}/4`)
  await expect(page.getByRole('checkbox', { name: 'Gloves' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Plasters' }).check()
  // Her token has expired, but the phone does not notice it if its clock was set back meanwhile.
  watch.expected.push(FAILED_REQUEST)
  const error = { code: 'auth/unauthorized', message: 'Please login again' }
  const over = { status: 401, json: { success: false, error } }
  await page.route('**/log', route => route.fulfill(over), { times: 1 })
  await mainButton(page).click()
  await expect.poll(async () => (await progressOf(noura, LESSON))?.answers.kit).toHaveLength(2)
  await expect(page).toHaveURL(/\/5$/)
})
