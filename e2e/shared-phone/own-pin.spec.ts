import { texts } from '../lessons/lesson-walk.ts'
import { bringIn, newEmail, PASSWORD, personByEmail, personByPhone, registered } from '../people.ts'
import { authScreens } from '../sign-in/auth-screens.ts'
import { expect, test } from '../test.ts'
import { phoneOf } from './people.ts'

const en = texts.en

test('Noura changes her PIN, is asked for it five minutes after she left, and removes it', async ({ page, server }) => {
  const noura = await registered(server)
  const name = noura.email.split('@')[0] as string
  const phone = phoneOf(page, server)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.clock.install()
  await bringIn(page, noura.person)
  await phone.setPin('1234')
  await button(en.pin.change).click()
  await page.getByLabel(en.pin.now).fill('4321')
  await page.getByLabel(en.pin.new).fill('5678')
  await page.getByLabel(en.pin.again).fill('5679')
  await button(en.pin.save).click()
  await expect(page.getByLabel(en.pin.again)).toBeFocused()
  await page.getByLabel(en.pin.again).fill('5678')
  await page.keyboard.press('Enter')
  await expect(page.getByText('4 tries left')).toBeVisible()
  await expect(page.getByLabel(en.pin.now)).toBeFocused()
  await page.getByLabel(en.pin.now).fill('1234')
  await page.keyboard.press('Enter')
  await expect(page.getByText(en.pin.wasChanged)).toBeVisible()

  const look = (state: 'hidden' | 'visible') =>
    page.evaluate(state => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await look('hidden')
  await page.clock.fastForward('04:00')
  await look('visible')
  await expect(page.getByText(noura.email)).toBeVisible()
  await look('hidden')
  await page.clock.fastForward('05:01')
  await look('visible')
  await expect(phone.who).toBeVisible()
  await phone.enter(name, '5678')

  await phone.toProfile()
  await button(en.pin.remove).click()
  await page.getByLabel(en.pin.now).fill('5678')
  await page.getByRole('dialog').getByRole('button', { name: en.pin.remove }).click()
  await expect(page.getByText(en.pin.wasRemoved)).toBeVisible()
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(server.origin)
  await expect(phone.home, 'one person without a PIN is asked nothing').toBeVisible()
})

test('a merge keeps one person in the list, with the PIN', async ({ page, server }) => {
  const [noura, yousef] = [await personByPhone(server), await registered(server)]
  const older = { email: newEmail(), password: PASSWORD }
  await personByEmail(server, older)
  const phone = phoneOf(page, server)
  await bringIn(page, noura)
  await phone.setPin('1234')
  await page.getByRole('button', { name: en.merge.title }).click()
  const at = authScreens(page)
  await at.fillIn(older)
  await at.press(en.merge.submit)
  await expect(page.getByText(older.email)).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sbs.people'))).not.toContain(noura.session.uid)
  await phone.add(yousef.email)
  await phone.putAside()
  await expect(page.locator('.face')).toHaveCount(3)
  await phone.enter(noura.phone.slice(-4), '1234')
  await phone.toProfile()
  await expect(page.getByText(older.email)).toBeVisible()
})
