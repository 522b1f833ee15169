import { changeName } from '../../contract/account.ts'
import { expectGoodOnBoth } from '../good-screens.ts'
import { texts } from '../lessons/lesson-walk.ts'
import { bringIn, codeSentTo, giveRole, newEmail, PASSWORD, personByEmail, personByPhone } from '../people.ts'
import { authScreens } from '../sign-in/auth-screens.ts'
import { goInside } from '../study.ts'
import { expect, test } from '../test.ts'

const ar = texts.ar

test('Reem hands over a link by which Noura, and nobody else, joins her two accounts', async ({
  server,
  browser,
  page,
}) => {
  const [reem, noura, yousef] = [await personByPhone(server), await personByPhone(server), await personByPhone(server)]
  await giveRole(server, reem, 'coordinator')
  await noura.call(changeName, { body: { name: 'نورة أحمد' } })
  const credential = { email: newEmail(), password: PASSWORD }
  const older = await personByEmail(server, credential)

  await bringIn(page, reem, 'ar')
  await page.goto(`${server.origin}/org/people/${older.session.uid}`)
  await page.getByRole('button', { name: ar.people.merge }).click()
  await expect(page.getByText(ar.people.mergeByPhone)).toBeVisible()
  await goInside(page, `/org/people/${noura.session.uid}`)
  await page.getByRole('button', { name: ar.people.merge }).click()
  await expectGoodOnBoth(page, 'a link to join two accounts')
  await page.getByRole('button', { name: ar.people.makeDataLink }).click()
  const link = await page.getByRole('textbox', { name: ar.team.link }).inputValue()
  await expectGoodOnBoth(page, 'the link to hand over')
  await page.getByRole('button', { name: ar.common.close }).click()
  await expect(page.getByText(/رابط لدمج حسابَي/)).toBeVisible()

  // Yousef opens the link with his own account, and Noura opens it with her older account, which has no phone number.
  for (const other of [yousef, older]) {
    const elsewhere = await (await browser.newContext()).newPage()
    await bringIn(elsewhere, other, 'ar')
    await elsewhere.goto(link)
    await expect(elsewhere.getByText(ar.merge.linkOfOther)).toBeVisible()
    await expect(elsewhere.getByRole('dialog')).toHaveCount(0)
    await elsewhere.getByRole('link', { name: ar.header.home, exact: true }).click()
    await expect(elsewhere, 'the link keeps nobody from home').toHaveURL(/\/\?merge=/)
  }

  // Noura is signed out. After she has signed in by phone, the dialog is open.
  const ofNoura = await (await browser.newContext({ locale: 'ar' })).newPage()
  await ofNoura.goto(`${link}&rid=5`)
  const at = authScreens(ofNoura, 'ar')
  await at.askForCode(noura.phone)
  await at.code.fill(codeSentTo(server, noura.phone))
  const dialog = ofNoura.getByRole('dialog', { name: ar.merge.title })
  await expect(dialog).toBeVisible()
  await at.fillIn(credential)
  await at.press(ar.merge.submit)
  await expect(ofNoura.getByText(ar.account.merged)).toBeVisible()
  await expect(ofNoura, 'only the link leaves the query').toHaveURL(`${server.origin}/account?rid=5`)
  await expect(ofNoura.locator('.facts dd').first()).toHaveText(credential.email)
  await ofNoura.goto(link)
  await expect(ofNoura.getByText(ar.merge.linkDone)).toBeVisible()
  await expectGoodOnBoth(ofNoura, 'an account that was joined')
})
