import { codeSentTo, newPhone } from '../people.ts'
import { expect, test } from '../test.ts'
import { phoneField, typePhoneAndSend } from './login-steps.ts'

const EGYPT = { json: { country_code: 'EG' } }

test('the country of the IP address is chosen, unless Noura was faster', async ({ page, server }) => {
  await page.route('**/identity/v1/country', route => route.fulfill(EGYPT))
  await page.goto(`${server.origin}/login?lang=en`)
  await expect(page.getByRole('button', { name: 'Country' })).toContainText('مصر')
})

test('an invalid reply with the country chooses nothing and delays nobody', async ({ page, server }) => {
  await page.route('**/identity/v1/country', route => route.fulfill({ json: { country_code: '<img src=x>' } }))
  await page.goto(`${server.origin}/login?lang=en`)
  await expect(page.getByRole('button', { name: 'Country' })).toContainText('Choose your country')
})

test('countries are found by Arabic name, English name and code, and shown with flag and dial code', async ({
  page,
  server,
}) => {
  await page.goto(`${server.origin}/login?lang=en`)
  await page.getByRole('button', { name: 'Country' }).click()
  const sheet = page.getByRole('dialog')
  const options = sheet.getByRole('option')
  await expect(options.nth(0)).toContainText('+61')
  for (const [words, name] of [
    ['اردن', 'الأردن'],
    ['jordan', 'الأردن'],
    ['JO', 'الأردن'],
    ['٩٦٢', 'الأردن'],
  ] as const) {
    await sheet.getByRole('combobox').fill(words)
    await expect(options.filter({ hasText: name })).toHaveCount(1)
  }
  await options.filter({ hasText: 'الأردن' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Country' })).toContainText('الأردن')
  const flag = page.locator('#country img')
  await expect(flag).toHaveAttribute('src', '/assets/flags/JO.svg')
  await expect.poll(() => flag.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await typePhoneAndSend(page, '0790123456')
  await expect(page.getByText('+962 7 9012 3456')).toBeVisible()
})

test('a leading plus chooses the country by its dial code', async ({ page, server }) => {
  await page.goto(`${server.origin}/login?lang=en`)
  await phoneField(page).pressSequentially('+447911123456')
  await expect(page.getByRole('button', { name: 'Country' })).toContainText('المملكة المتحدة')
  await expect(phoneField(page)).toHaveValue('7911 123456')
})

test('a pasted number with invisible marks is read, and an ambiguous one is asked about before an SMS is sent', async ({
  page,
  server,
}) => {
  await page.goto(`${server.origin}/login?lang=en`)
  const phone = newPhone()
  const digits = phone.slice(1)
  await phoneField(page).fill(`\u202a${digits}\u202c`)
  await page.getByRole('button', { name: 'Send verification code' }).click()
  const question = page.getByRole('group', { name: 'Is this your number?' })
  const answer = question.getByRole('button')
  await expect(answer).toBeFocused()
  await phoneField(page).fill('501234567')
  await expect(question).toBeHidden()
  // A plus before the typed number removes none of its digits.
  await phoneField(page).press('Home')
  await phoneField(page).pressSequentially('+971')
  await expect(page.getByRole('button', { name: 'Country' })).toContainText('+971')
  await expect(phoneField(page)).toHaveValue('50 123 4567')
  await phoneField(page).fill(digits)
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expect(page.getByLabel('Verification code')).toBeFocused()
  expect(codeSentTo(server, phone)).toMatch(/^\d{6}$/)
})

test('an empty phone is an error, and no request is sent', async ({ page, server }) => {
  const asked: string[] = []
  page.on('request', request => {
    if (/uniquePhone|sendCode/.test(request.url())) asked.push(request.url())
  })
  await page.goto(`${server.origin}/login?lang=en`)
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expect(page.getByText('Required').first()).toBeVisible()
  expect(asked).toEqual([])
})
