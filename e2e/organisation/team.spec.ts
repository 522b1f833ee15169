import type { Page } from '@playwright/test'
import { changeName } from '../../contract/account.ts'
import { showFirstSteps } from '../../contract/organisation/home.ts'
import { changeOrgSettings } from '../../contract/organisation/settings.ts'
import { setRoles } from '../../contract/organisation/team.ts'
import { inEachLanguage } from '../../contract/text/in-each-language.ts'
import { expectGoodOnBoth } from '../good-screens.ts'
import { bringIn, codeSentTo, firstOwner, newPhone, personByPhone } from '../people.ts'
import { type Server, withServer } from '../server.ts'
import { SharedServer } from '../shared-process.ts'
import { goInside } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'

/** A server of its own: on a shared server, another person may be the first owner. */
const ofOwn = test.extend<{ own: Server }>({
  own: ({ servers }, use) => withServer(new SharedServer(servers), use),
})

/** Before a person has a role, only the menu and the screen itself are there. */
async function expectNothingOfTheSide(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('button')).toHaveAccessibleName(/^Menu/)
  await expect(page.locator('.org a')).toHaveCount(0)
  await expect(page).toHaveTitle('Step by Step')
}

ofOwn('Reem types the number of a learner, and keeps it while the first steps go', async ({ own, page }) => {
  const reem = await firstOwner(own)
  await bringIn(page, reem)
  await page.clock.install()
  await page.goto(`${own.origin}/org`)
  await page.getByRole('button', { name: 'Let a learner in' }).click()
  const heard = page.getByRole('dialog').getByRole('textbox')
  await heard.fill('123')
  await reem.call(showFirstSteps, { body: { isShown: false } })
  // After this time the home is loaded again.
  await page.clock.fastForward('00:31')
  await expect(page.locator('.first-steps')).toHaveCount(0)
  await expect(heard).toHaveValue('123')
  await expect(heard).toBeFocused()

  await test.step('as a learner without a mentor she reads in the middle of the screen that one comes', async () => {
    await page.keyboard.press('Escape')
    await goInside(page, '/messages')
    const words = page.getByRole('heading', { name: 'Your mentor comes soon' })
    await expect(words).toBeVisible()
    expect((await words.boundingBox())?.y).toBeLessThan(450)
  })
})

ofOwn('Reem looks after a new place, and Omar joins by her link', async ({ own, browser, page, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const reem = await personByPhone(own)
  await bringIn(page, reem)
  await page.goto(`${own.origin}/org`)
  const begin = page.getByRole('button', { name: 'Look after this place' })
  await expect(begin).toBeVisible()
  await expectNothingOfTheSide(page)
  await begin.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeFocused()
  await expect(page.getByText('This is a demo')).toBeVisible()
  // On the first day, the first steps come before the button for a learner who cannot sign in.
  const both = ['First steps', 'Let a learner in']
  const shown = await page.locator('main :is(.first-steps h2, .btn)').allInnerTexts()
  expect(shown.filter(text => both.includes(text))).toEqual(both)
  await expectGoodOnBoth(page, 'home of the organisation')

  await page.getByRole('link', { name: 'Name another owner' }).click()
  await expect(page.getByRole('row', { name: /\(you\)/ })).toContainText('Owner')
  await expect(page).toHaveTitle('Who does what · Organisation')
  await expectGoodOnBoth(page, 'team')
  await page.getByRole('button', { name: 'Invite to the team' }).click()
  const phone = newPhone()
  // Omar writes his number as at home: the country is that of Reem's own phone.
  await page.getByLabel('Phone number').fill('not a number')
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect(page.getByRole('alert')).toContainText('This is no phone number')
  await expect(page.getByRole('button', { name: /^Country/ })).toContainText('+971')
  await page.getByLabel('Phone number').fill(`0${phone.slice(4)}`)
  await expectGoodOnBoth(page, 'invitation by a number as it is written at home')
  await page.getByRole('radio', { name: /Author/ }).check()
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect(page.getByLabel('Link of the invitation'), 'in place of the button').toBeFocused()
  const link = await page.getByLabel('Link of the invitation').inputValue()
  await test.step('where a browser copies nothing, the link is marked', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByLabel('Link of the invitation')).toBeFocused()
    expect(await page.evaluate(() => String(getSelection()))).toBe(link)
  })
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Invited, not here yet')).toBeVisible()

  // Before he signs in, Omar reads what the link is. Even if the name is long, he sees where to write his number. The
  // name exists in Arabic only, and an English screen shows it, too.
  const from = inEachLanguage(() => '')
  const to = { ...from, ar: 'جمعيّة نور الأمل لرعاية الأسرة والطفولة في محافظات الشمال' }
  const longName = { name: 'name', from, to } as const
  await reem.call(changeOrgSettings, { body: { changes: [longName] } })
  const beforeSignIn = await (await browser.newContext({ locale: 'en' })).newPage()
  await beforeSignIn.goto(`${link}&lang=en`)
  await expect(beforeSignIn).toHaveURL(/\/login\?join=/)
  await expect(beforeSignIn.getByText(/^You are invited to \S+جمعيّة نور الأمل .*…\S* as an author$/)).toBeVisible()
  await expect(beforeSignIn.getByLabel('Phone number')).toBeInViewport({ ratio: 1 })
  await expectGoodOnBoth(beforeSignIn, 'an invitation before the sign-in')
  await beforeSignIn.goto(`${own.origin}/org?join=old&lang=ar`)
  await expect(beforeSignIn.locator('.alert')).toContainText('انتهت هذه الدعوة إلى الفريق')
  await expectGoodOnBoth(beforeSignIn, 'an ended invitation before the sign-in')
  await beforeSignIn.context().close()

  // A learner who gets the link cannot use it, and sees nothing of the organisation's side.
  const noura = await personByPhone(own)
  const ofNoura = await (await browser.newContext()).newPage()
  await bringIn(ofNoura, noura)
  await ofNoura.goto(link)
  await expect(ofNoura.getByRole('alert')).toContainText('This invitation is for another phone number')
  await ofNoura.getByRole('main').getByRole('link').click()
  await expect(ofNoura, 'the link keeps nobody from home').toHaveURL(`${own.origin}/`)
  await goInside(ofNoura, '/org/team')
  await expect(ofNoura).toHaveURL(`${own.origin}/`)
  await ofNoura.context().close()

  const omar = await personByPhone(own, phone)
  const ofOmar = await (await browser.newContext()).newPage()
  await bringIn(ofOmar, omar)
  await ofOmar.goto(link)
  await expect(ofOmar.getByText('Role: Author')).toBeVisible()
  await expectNothingOfTheSide(ofOmar)
  await ofOmar.getByRole('button', { name: 'Join the team' }).click()
  await expect(ofOmar).toHaveURL(`${own.origin}/org`)
  await test.step('opened again, the link says that he is in the team, and leads in', async () => {
    await ofOmar.goto(link)
    await expect(ofOmar.getByRole('heading', { level: 1 })).toHaveText('You are in the team already')
    await expectGoodOnBoth(ofOmar, 'an invitation that was taken before')
    await ofOmar.getByRole('main').getByRole('link').click()
    await expect(ofOmar).toHaveURL(`${own.origin}/org`)
  })
  await goInside(ofOmar, '/org/team')
  await expect(ofOmar, 'an author does not see the team').toHaveURL(`${own.origin}/org`)

  await goInside(page, '/org')
  await goInside(page, '/org/team')
  const row = page.getByRole('row', { name: new RegExp(`${phone.slice(-4)}`) })
  await expect(row).toContainText('Author')
  await row.getByRole('button').click()
  await page.getByRole('checkbox', { name: /Author/ }).uncheck()
  // The sign-in was yesterday, so the app asks for a code first.
  const error = { code: 'auth/requires-recent-login', message: 'Please login again to perform this operation' }
  const old = { status: 400, json: { success: false, error } }
  await page.route('**/roles', route => route.fulfill(old), { times: 1 })
  await page.getByRole('button', { name: 'Save the roles' }).click()
  const sheet = page.getByRole('dialog', { name: 'Is it you?' })
  await sheet.getByRole('button', { name: 'Send verification code' }).click()
  await sheet.getByRole('textbox', { name: 'Verification code' }).fill('123')
  await sheet.getByRole('button', { name: 'Go on' }).click()
  await expect(sheet.getByRole('alert')).toBeVisible()
  await expectGoodOnBoth(page, 'the code once more')
  await sheet.getByRole('textbox', { name: 'Verification code' }).fill(codeSentTo(own, reem.phone))
  await expect(row).toHaveCount(0)
  // The role ends at once, also in the open tab.
  await ofOmar.goto(`${own.origin}/org`)
  await expect(ofOmar).toHaveURL(`${own.origin}/`)
  await ofOmar.context().close()

  // Before Salma accepts the invitation, she is no mentor. Then her inbox opens.
  await goInside(page, '/org')
  await page.getByRole('link', { name: 'Invite a mentor' }).click()
  const ofMentor = newPhone()
  await page.getByLabel('Phone number').fill(ofMentor)
  await page.getByLabel('Name, as learners will see it').fill('Salma Haddad')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const toMentor = await page.getByLabel('Link of the invitation').inputValue()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Salma Haddad' })).toContainText('Mentor, until')
  const ofSalma = await (await browser.newContext()).newPage()
  const salma = await personByPhone(own, ofMentor)
  await bringIn(ofSalma, salma)
  await ofSalma.goto(toMentor)
  await ofSalma.getByRole('button', { name: 'Join the team' }).click()
  await expect(ofSalma).toHaveURL(`${own.origin}/messages`)
  await goInside(page, '/org')
  await goInside(page, '/org/team')
  await expect(page.getByRole('row', { name: /Salma Haddad/ })).toContainText('Mentor')

  // She switches to the learners' side and back. Later she comes back to the side that she used last.
  await page.getByRole('button', { name: /Go to another side/ }).click()
  await expectGoodOnBoth(page, 'the sides')
  await page.getByRole('link', { name: /As learners see it/ }).click()
  await expect(page).toHaveURL(`${own.origin}/courses`)
  await page.getByRole('button', { name: /Go to another side/ }).click()
  await page.getByRole('link', { name: /Organisation/ }).click()
  await expect(page).toHaveURL(`${own.origin}/org`)
  await page.getByRole('link', { name: 'Search everything' }).click()
  await page.getByRole('searchbox').fill(phone.slice(-4))
  await expect(page.getByRole('link', { name: new RegExp(phone.slice(-4)) })).toBeVisible()
  await expectGoodOnBoth(page, 'search')
  await reem.call(changeName, { body: { name: 'Salma Haddad' } })
  await page.goto(`${own.origin}/`)
  await expect(page).toHaveURL(`${own.origin}/org`)
  await goInside(page, '/org/team')
  await ofOwn.step('of two people of one name, the roles say by the end of the number whose they are', async () => {
    const ofSalma = new RegExp(`Salma Haddad.*${ofMentor.slice(-4)}`)
    await page.getByRole('button', { name: ofSalma }).click()
    await expect(page.getByRole('dialog', { name: ofSalma })).toBeVisible()
    await page.keyboard.press('Escape')
    await test.step('what another owner changes meanwhile is shown, and what she chose stays', async () => {
      await page.getByRole('button', { name: ofSalma }).click()
      await page.getByRole('checkbox', { name: /Author/ }).check()
      await reem.call(setRoles, { params: { uid: salma.session.uid }, body: { roles: ['coordinator'] } })
      await page.getByRole('button', { name: 'Save the roles' }).click()
      await expect(page.getByRole('alert')).toHaveText(/It is now:\s*Coordinator/)
      await expect(page.getByRole('checkbox', { name: /Author/ })).toBeChecked()
      await expect(page.getByRole('checkbox', { name: /Coordinator/ })).not.toBeChecked()
      await expectGoodOnBoth(page, 'roles that were changed meanwhile')
      await page.getByRole('button', { name: 'Save mine all the same' }).click()
      await expect(page.getByRole('row', { name: /Salma Haddad.* Author/ })).toBeVisible()
    })
    await expect(page.getByRole('button', { name: new RegExp(`Salma Haddad.*${reem.phone.slice(-4)}`) })).toBeVisible()
  })

  // The only owner cannot be removed.
  await page
    .getByRole('row', { name: /\(you\)/ })
    .getByRole('button')
    .click()
  await page.getByRole('checkbox', { name: /Owner/ }).uncheck()
  await page.getByRole('button', { name: 'Save the roles' }).click()
  await expect(page.getByRole('alert')).toContainText('This is the only owner')
  await page.getByRole('button', { name: 'Close' }).click()

  // So Reem prints a code. With it, and with a code to her own phone, Salma becomes an owner.
  await page.getByRole('button', { name: 'Make a code' }).click()
  await page.getByRole('button', { name: 'Show the code' }).click()
  const onPaper = page.getByText(/^([0-9A-Z]{4}-){4}[0-9A-Z]{4}$/)
  await expect(onPaper).toBeVisible()
  await expectGoodOnBoth(page, 'the recovery code')
  await goInside(ofSalma, '/org/recover')
  const typed = ofSalma.getByLabel('The code on the paper')
  await typed.fill((await onPaper.textContent()) as string)
  await expectGoodOnBoth(ofSalma, 'recovery')
  await ofSalma.getByRole('button', { name: 'Become an owner' }).click()
  const isHer = ofSalma.getByRole('dialog', { name: 'Is it you?' })
  await isHer.getByRole('button', { name: 'Send verification code' }).click()
  const herCode = isHer.getByRole('textbox', { name: 'Verification code' })
  await herCode.focus()
  await herCode.fill(codeSentTo(own, ofMentor))
  await expect(ofSalma).toHaveURL(`${own.origin}/org`)
  await ofSalma.context().close()

  await goInside(page, '/org/log')
  await expect(page.getByRole('listitem')).toContainText([/none/, /New in the team/, /Invitation/, /First owner/])
  await expectGoodOnBoth(page, 'log')
  // Two choices count, also if the second one comes before the first one is drawn.
  const kind = await page.getByRole('button', { name: 'Team', exact: true }).elementHandle()
  await page.getByLabel('From').evaluate((input: HTMLInputElement, button) => {
    ;(button as HTMLButtonElement).click()
    input.valueAsDate = new Date('2026-01-31')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }, kind)
  // A reload and a link show the same lines.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Team', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByLabel('From')).toHaveValue('2026-01-31')
  await expect(page).toHaveURL(/\/org\/log\?group=team&from=2026-01-31$/)
  // The days can be typed, in a field that is empty and in one that has a day. This browser expects month, day, year.
  for (const [field, digits] of [
    ['Until', '02152026'],
    ['From', '02012026'],
  ] as const) {
    await page.getByLabel(field).focus()
    await page.keyboard.type(digits)
  }
  await expect(page).toHaveURL(/\/org\/log\?group=team&from=2026-02-01&to=2026-02-15$/)
})
