import type { Page } from '@playwright/test'
import { saveUser } from '../../contract/account.ts'
import { decideRequest } from '../../contract/inbox/approvals.ts'
import { expectGoodOnBoth } from '../good-screens.ts'
import { at, mentorWith } from '../messages/talking.ts'
import { codeSentTo, newPhone, personByPhone } from '../people.ts'
import { type Server, withServer } from '../server.ts'
import { SharedServer } from '../shared-process.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'

async function askForCode(page: Page, server: Server, phone: string): Promise<void> {
  await page.goto(`${server.origin}/login?lang=en`)
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expect(page.getByLabel('Verification code')).toBeFocused()
}

/** Changes the stored code, as if it had been sent a minute ago. */
async function aMinuteLater(page: Page): Promise<void> {
  await page.evaluate(() => {
    const waiting = JSON.parse(sessionStorage['sbs.waitingCode'])
    sessionStorage['sbs.waitingCode'] = JSON.stringify({ ...waiting, codeExpiresAt: waiting.codeExpiresAt - 61_000 })
  })
  await page.reload()
}

/** Salma, and a learner of hers who has signed in by phone before. */
async function salmaAndNoura(server: Server) {
  const { mentor, id } = await mentorWith(server, 0, 'Salma Haddad')
  const noura = await personByPhone(server, newPhone(), { responderId: id })
  return { salma: mentor, noura }
}

test('Noura gets no SMS, reads a number to Salma, and comes in after a reload and a lost network', async ({
  browser,
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const { salma, noura } = await salmaAndNoura(server)
  await noura.call(saveUser, { params: { uid: noura.session.uid }, body: { displayName: 'Noura Salem' } })
  await askForCode(page, server, noura.phone)
  await aMinuteLater(page)

  await page.getByRole('button', { name: 'No code yet?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'No code yet?' })).toBeFocused()
  await expectGoodOnBoth(page, 'other ways')
  await page.getByRole('button', { name: 'Somebody who knows me' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Say this number aloud' })).toBeFocused()
  await expectGoodOnBoth(page, 'the number')
  const number = await page.locator('.say').innerText()
  await page.reload()
  await expect(page.locator('.say')).toHaveText(number)
  await context.setOffline(true)

  const { page: inbox } = await at(browser, server, salma, 'en', '/messages')
  await inbox.getByRole('button', { name: 'Let a learner in' }).click()
  const sheet = inbox.getByRole('dialog')
  await sheet.getByLabel('Number you hear').pressSequentially(number === '000 000' ? '111111' : '000000')
  await expect(sheet.getByText('No learner of yours')).toBeVisible()
  await sheet.getByLabel('Number you hear').fill(number)
  await expect(sheet.getByText(/Is it really .Noura Salem.’s voice/)).toBeVisible()
  await expectGoodOnBoth(inbox, 'the mentor decides')
  await sheet.getByRole('button', { name: 'Yes, I know this voice' }).click()
  await expect(sheet.getByText(/Noura Salem. is let in/)).toBeVisible()

  await context.setOffline(false)
  await expect(page).toHaveURL(`${server.origin}/?lang=en`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByText('A new phone was let in'), 'the new phone is not told of itself').toBeHidden()

  const other = await at(browser, server, noura, 'en', '/')
  const notice = other.page.getByRole('dialog')
  await expect(notice).toContainText(/Salma Haddad. let a new phone in/)
  await notice.getByRole('button', { name: 'All right' }).click()
  await other.page.reload()
  await expect(other.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toBeHidden()
})

test('a new number is offered WhatsApp only, nothing is loaded before a minute has passed; Noura is refused, and the SMS that comes at last still works', async ({
  page,
  server,
}) => {
  await test.step('a new number is offered WhatsApp only, and this part is not loaded before', async () => {
    const loaded: string[] = []
    page.on('request', request => loaded.push(request.url()))
    await askForCode(page, server, newPhone())
    const isOfOtherWays = (url: string) => url.includes('other-ways')
    expect(loaded.filter(isOfOtherWays)).toEqual([])
    await aMinuteLater(page)
    await page.getByRole('button', { name: 'No code yet?' }).click()
    await expect(page.getByRole('button', { name: 'Code by WhatsApp' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Somebody who knows me' })).toBeHidden()
    await page.getByRole('button', { name: 'I have the code' }).click()
    await expect(page.getByLabel('Verification code')).toBeFocused()
    expect(loaded.some(isOfOtherWays)).toBe(true)
  })
  await page.getByRole('button', { name: 'Change the phone number' }).click()
  await test.step('Noura is refused, and is told so; the SMS that comes at last still works', async () => {
    const { salma, noura } = await salmaAndNoura(server)
    await askForCode(page, server, noura.phone)
    await aMinuteLater(page)
    await page.getByRole('button', { name: 'No code yet?' }).click()
    await page.getByRole('button', { name: 'Somebody who knows me' }).click()
    const number = (await page.locator('.say').innerText()).replace(/\D/g, '')
    await salma.call(decideRequest, { body: { number, isApproved: false } })
    await expect(page.getByText('did not let this phone in')).toBeVisible()
    await page.getByRole('button', { name: 'Another way' }).click()
    await page.getByRole('button', { name: 'Code by email' }).click()
    await expect(page.getByText('If the account has a confirmed email address')).toBeVisible()
    await expect(page.getByLabel('Verification code')).toBeFocused()
    await page.getByLabel('Verification code').fill(codeSentTo(server, noura.phone))
    await expect(page).toHaveURL(`${server.origin}/?lang=en`)
  })
})

/** An SMS gateway at a port where nobody listens. */
const BROKEN_SMS = {
  SMS_SENDER: 'webhook',
  SMS_WEBHOOK_URL: 'http://127.0.0.1:9/',
  SMS_WEBHOOK_BODY: '{"to":"{{to}}","text":"{{text}}"}',
  OTHER_WAYS: 'email,approval',
}

test('while no SMS can be sent, Noura comes in by Salma at once, and a new number is told to try again', async ({
  page,
  servers,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  await withServer(new SharedServer(servers), async server => {
    const { salma, noura } = await salmaAndNoura(server)
    await server.restartWith(BROKEN_SMS)
    await page.goto(`${server.origin}/login?lang=en`)
    await page.getByLabel('Phone number').fill(newPhone())
    await page.getByRole('button', { name: 'Send verification code' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByLabel('Phone number')).toBeVisible()

    await page.getByLabel('Phone number').fill(noura.phone)
    await page.getByRole('button', { name: 'Send verification code' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'The message could not be sent' })).toBeFocused()
    await expectGoodOnBoth(page, 'the SMS failed')
    await page.reload()
    await expect(page.getByRole('button', { name: /again in/i })).toBeDisabled()
    await page.getByRole('button', { name: 'Somebody who knows me' }).click()
    const number = (await page.locator('.say').innerText()).replace(/\D/g, '')
    await salma.call(decideRequest, { body: { number, isApproved: true } })
    await expect(page).toHaveURL(`${server.origin}/?lang=en`)
  })
})
