import { held } from '../held.ts'
import { codeSentTo, newPhone } from '../people.ts'
import { expect, test } from '../test.ts'
import { phoneField, typePhoneAndSend } from './login-steps.ts'

test('Noura gets the country of her IP address, chooses another, types her number in each way, and is asked where it is not clear', async ({
  page,
  server,
}) => {
  const requests: string[] = []
  page.on('request', request => {
    if (/uniquePhone|sendCode/.test(request.url())) requests.push(request.url())
  })
  const country = page.getByRole('button', { name: 'Country' })
  await test.step('the country of the IP address is chosen, and an invalid one chooses nothing and delays nobody', async () => {
    let reply = 'EG'
    await page.route('**/identity/v1/country', route => route.fulfill({ json: { country_code: reply } }))
    await page.goto(`${server.origin}/login?lang=en`)
    await expect(country).toContainText('مصر')
    reply = '<img src=x>'
    await page.reload()
    await expect(country).toContainText('Choose your country')
  })
  const send = page.getByRole('button', { name: 'Send verification code' })
  await test.step('an empty phone is an error, and no request is sent', async () => {
    await send.click()
    await expect(page.getByText('Required').first()).toBeVisible()
    expect(requests).toEqual([])
  })
  const phone = newPhone()
  const digits = phone.slice(1)
  await test.step('a pasted number with invisible marks is read, and an ambiguous one is asked about before an SMS is sent', async () => {
    await phoneField(page).fill(`\u202a${digits}\u202c`)
    await send.click()
    const question = page.getByRole('group', { name: 'Is this your number?' })
    const answer = question.getByRole('button')
    await expect(answer).toBeFocused()
    await phoneField(page).fill('501234567')
    await expect(question).toBeHidden()
  })
  await test.step('a plus before the typed number removes none of its digits', async () => {
    await phoneField(page).press('Home')
    await phoneField(page).pressSequentially('+971')
    await expect(country).toContainText('+971')
    await expect(phoneField(page)).toHaveValue('50 123 4567')
    await phoneField(page).fill(digits)
    await send.click()
    await expect(page.getByLabel('Verification code')).toBeFocused()
    expect(codeSentTo(server, phone)).toMatch(/^\d{6}$/)
    await page.getByRole('button', { name: 'Change the phone number' }).click()
  })
  await test.step('a leading plus chooses the country by its dial code', async () => {
    await phoneField(page).fill('')
    await phoneField(page).pressSequentially('+447911123456')
    await expect(country).toContainText('المملكة المتحدة')
    await expect(phoneField(page)).toHaveValue('7911 123456')
  })
  await test.step('countries are found by Arabic name, English name and code, and shown with flag and dial code', async () => {
    const letGo = await held(page, '**/assets/country-sheet-*.js')
    await country.click()
    await expect(country, 'a slow network delays the list').toHaveAttribute('aria-busy', 'true')
    await expect(country.locator('.spin')).toBeVisible()
    letGo()
    const sheet = page.getByRole('dialog')
    const options = sheet.getByRole('option')
    await expect(options.nth(0)).toContainText('+61')
    await expect(page.locator('#country')).toHaveAttribute('aria-busy', 'false')
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
    await expect(country).toContainText('الأردن')
    const flag = page.locator('#country img')
    await expect(flag).toHaveAttribute('src', '/assets/flags/JO.svg')
    await expect.poll(() => flag.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await typePhoneAndSend(page, '0790123456')
    const number = page.getByText('+962 7 9012 3456')
    await expect(number).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await number.evaluate(({ offsetHeight }: HTMLElement) => offsetHeight), 'on one line').toBeLessThan(40)
  })
  await test.step('on a phone on its side, with large letters, the list has more room than its search', async () => {
    await page.getByRole('button', { name: 'Change the phone number' }).click()
    const browser = await page.context().newCDPSession(page)
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    await page.setViewportSize({ width: 740, height: 360 })
    await country.click()
    const sheet = await page.getByRole('dialog').boundingBox()
    const search = await page.getByRole('dialog').getByRole('combobox').boundingBox()
    expect((search?.y ?? 0) + (search?.height ?? 0)).toBeLessThan(360 - (sheet?.height ?? 0) / 2)
  })
})
