import type { Page } from '@playwright/test'
import { eraseCommand } from '../../api/commands/people/erase.ts'
import { signOutEverywhereCommand } from '../../api/commands/people/sign-out-everywhere.ts'
import { command } from '../command.ts'
import { expectGood } from '../good-screens.ts'
import { answer, cutsOf, cutsPath, mainButton, texts } from '../lessons/lesson-walk.ts'
import { savedOf, untilSaved } from '../offline/saved.ts'
import { test, testWithoutWorker } from '../own-server.ts'
import { bringIn, type Person, personByPhone, progressOf, registered } from '../people.ts'
import { callsOf } from '../sign-in/auth-screens.ts'
import { finishPage, goInside } from '../study.ts'
import { expect, FAILED_REQUEST } from '../test.ts'
import { phoneOf, storedText } from './people.ts'

const nameOf = ({ email }: { email: string }) => email.split('@')[0] as string

test('Noura with a PIN and Yousef share a phone without a network, and each sends only their own answers', async ({
  page,
  own: server,
}) => {
  const [noura, yousef] = [await registered(server), await registered(server)]
  const phone = phoneOf(page, server)
  for (const pageId of ['start', 'pressure']) await finishPage(noura.person, cutsOf('en'), pageId)
  await bringIn(page, noura.person)
  await page.goto(server.origin + cutsPath('en'))
  await expect(mainButton(page)).toBeVisible()
  await expect.poll(() => savedOf(page, noura.person)).toHaveProperty('lesson')
  await phone.setPin('1234')
  await phone.untilReady()
  await expectGood(page, 'the profile of somebody with a PIN')
  await untilSaved(page, noura.person)
  await phone.add(yousef.email)
  await goInside(page, cutsPath('en'))
  await expect(mainButton(page)).toBeVisible()
  await untilSaved(page, yousef.person)
  await expect.poll(() => savedOf(page, yousef.person)).toHaveProperty('lesson')
  await server.stop()

  await mainButton(page).click()
  await expect(page).toHaveURL(/\/2$/)
  await goInside(page, '/')
  await phone.putAside()
  await expectGood(page, 'who is learning')
  await expect.poll(() => savedOf(page, noura.person)).toEqual({})
  const text = await storedText(page)
  expect(text).not.toContain(noura.person.session.refreshToken)
  expect(text).not.toContain(noura.email)
  expect(text).toContain(yousef.email)

  await phone.face(nameOf(noura)).click()
  await expect(page.getByRole('heading', { name: /PIN/ })).toBeVisible()
  await expectGood(page, 'the PIN')
  await phone.pin.fill('٩٩٩٩')
  await expect(page.getByText('4 tries left')).toBeVisible()
  await phone.pin.fill('١٢٣٤')
  await expect(phone.home).toBeVisible()
  await goInside(page, `${cutsPath('en')}/3`)
  await answer['first-step']?.(page, 'en')
  await mainButton(page).click()
  await expect.poll(() => storedText(page)).toContain('"pageId":"first-step"')
  await goInside(page, '/')
  await phone.putAside()
  await expect.poll(() => storedText(page)).not.toContain('"pageId":"first-step"')
  await test.step('on a slow phone the PIN opens her data while the app locks what it left open before', async () => {
    await page.addInitScript(() => {
      const { decrypt } = SubtleCrypto.prototype
      SubtleCrypto.prototype.decrypt = async function (...given: Parameters<typeof decrypt>) {
        await new Promise(resolve => setTimeout(resolve, 500))
        return decrypt.apply(this, given)
      }
    })
    await page.reload()
    await phone.enter(nameOf(noura), '1234')
    // Waits until the app has released the lock for her PIN.
    await page.evaluate(name => navigator.locks.request(name, () => {}), `sbs.pin ${noura.person.session.uid}`)
    expect((await storedText(page)).includes('"pageId":"first-step"'), 'her unsent answer is readable').toBe(true)
    await expect(page.locator('.course').first()).toBeVisible()
    await phone.putAside()
  })

  await server.start()
  await phone.enter(nameOf(yousef))
  await expect.poll(async () => (await progressOf(yousef.person, cutsOf('en')))?.lastCompleted).toBe(1)
  expect((await progressOf(noura.person, cutsOf('en')))?.lastCompleted).toBe(2)
  await phone.putAside()
  await phone.enter(nameOf(noura), '1234')
  await expect.poll(async () => (await progressOf(noura.person, cutsOf('en')))?.lastCompleted).toBe(3)
  expect((await progressOf(yousef.person, cutsOf('en')))?.lastCompleted).toBe(1)
})

test('after five wrong PINs, in two tabs and after a reload, only a sign-in opens Noura, and nothing unsent is lost', async ({
  page,
  context,
  own: server,
}) => {
  const noura = await registered(server)
  const phone = phoneOf(page, server, 'ar')
  await bringIn(page, noura.person, 'ar')
  await page.goto(server.origin + cutsPath('ar'))
  await expect(mainButton(page)).toBeVisible()
  await expect.poll(() => savedOf(page, noura.person)).toHaveProperty('lesson')
  await phone.setPin('١٢٣٤')
  await phone.untilReady()
  await untilSaved(page, noura.person)
  await goInside(page, cutsPath('ar'))
  await expect(mainButton(page)).toBeVisible()
  await server.stop()
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/2$/)
  await page.close()

  const opened = await context.newPage()
  const [first, second] = [phoneOf(opened, server, 'ar'), phoneOf(await context.newPage(), server, 'ar')]
  await opened.goto(server.origin)
  await first.face(nameOf(noura)).click()
  await expect.poll(() => storedText(opened)).not.toContain(noura.person.session.refreshToken)
  await first.fail('0000', 'بقيت ٤ محاولات')
  await first.fail('0001', 'بقيت ٣ محاولات')
  await opened.reload()
  await first.face(nameOf(noura)).click()
  await first.fail('0002', 'بقيت محاولتان')
  await second.open()
  await second.face(nameOf(noura)).click()
  await second.fail('0003', 'بقيت محاولة واحدة')
  await first.pin.fill('0004')
  await expect(opened.getByText(texts.ar.pin.spent)).toBeVisible()
  await expect(opened.getByRole('button', { name: /^إزالة .* من هذا الهاتف$/ })).toBeVisible()
  await expectGood(opened, 'no try is left')
  await second.pin.fill('1234')
  await expect(second.spent).toBeVisible()

  await server.start()
  await opened.getByRole('button', { name: texts.ar.pin.useEmail }).click()
  await expect(opened.getByRole('link', { name: texts.ar.who.back })).toBeVisible()
  await expectGood(opened, 'the sign-in of a shared phone')
  await first.signIn(noura.email)
  await expect.poll(async () => (await progressOf(noura.person, cutsOf('ar')))?.lastCompleted).toBe(1)
  await first.toProfile()
  await expect(opened.getByRole('button', { name: texts.ar.pin.set })).toBeVisible()
})

testWithoutWorker(
  'tabs follow each other, and a new one asks before it does anything in somebody’s name; of Noura, whose account was erased, nothing stays, and Yousef can be removed with all that his PIN locked',
  async ({ page, context, server, watch }) => {
    watch.expected.push(FAILED_REQUEST)
    const [noura, yousef] = [await registered(server), await registered(server)]
    const phone = phoneOf(page, server)
    await bringIn(page, noura.person)
    await phone.add(yousef.email)
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('sbs.chosen'))).not.toBeNull()
    const other = phoneOf(await context.newPage(), server)
    await test.step('a new tab asks before it does anything in somebody’s name', async () => {
      const calls = callsOf(other.page)
      await other.open()
      await expect(other.face(nameOf(yousef))).toContainText(texts.en.who.open)
      expect(calls.filter(path => path.startsWith('/disciple') || path.includes('courses'))).toEqual([])
      await expect(phone.home, 'the first tab is in use').toBeVisible()
    })
    await test.step('tabs follow each other', async () => {
      await other.enter(nameOf(yousef))
      await phone.toProfile()
      await expect(page.locator('.facts')).toContainText(yousef.email)

      await other.putAside()
      await expect(phone.who).toBeVisible()
      await expect(page.getByText(yousef.email)).toHaveCount(0)
      await other.enter(nameOf(noura))
      await expect(phone.home).toBeVisible()
      await phone.toProfile()
      await expect(page.locator('.facts')).toContainText(noura.email)
      await expect(page.getByText(yousef.email)).toHaveCount(0)
      await other.page.close()
    })
    await test.step('of Noura, whose account was erased, nothing stays here, although a PIN locked it', async () => {
      await phone.setPin('1234')
      await phone.putAside()
      await phone.enter(nameOf(yousef))
      await command(server, eraseCommand, '--uid', noura.person.session.uid, '--now')
      await phone.setPin('5678')
      await phone.putAside()
      await phone.face(nameOf(noura)).click()
      await phone.pin.fill('1234')
      await expect(page.getByText(texts.en.login.endedErased)).toBeVisible()
      await expect.poll(() => storedText(page)).not.toContain(`"uid":"${noura.person.session.uid}"`)
      await phone.back.click()
      await expect(phone.face(nameOf(noura))).toHaveCount(0)
    })
    await test.step('Yousef, whose session ended, can be removed with all that his PIN locked', async () => {
      await command(server, signOutEverywhereCommand, '--uid', yousef.person.session.uid)
      await phone.face(nameOf(yousef)).click()
      await phone.pin.fill('5678')
      await page.getByRole('link', { name: texts.en.who.back }).click()
      await page.getByRole('button', { name: /^Remove/ }).click()
      await expect(page.getByText(/also what was not sent yet/)).toBeFocused()
      await expectGood(page, 'removing somebody with a PIN')
      await page.getByRole('button', { name: texts.en.who.removeSure, exact: true }).click()
      await expect(phone.face(nameOf(yousef))).toHaveCount(0)
      await expect.poll(() => storedText(page)).not.toContain(`"uid":"${yousef.person.session.uid}"`)
    })
  },
)

testWithoutWorker(
  'a session that ended while it was put aside leads to the sign-in with the phone, and the sixth person has to wait',
  async ({ page, server, watch }) => {
    watch.expected.push(FAILED_REQUEST)
    const [noura, yousef] = [await personByPhone(server), await registered(server)]
    const phone = phoneOf(page, server)
    await bringIn(page, noura)
    await phone.add(yousef.email)
    await phone.putAside()
    await command(server, signOutEverywhereCommand, '--phone', noura.phone)
    // The session has expired, so that a visit would renew it by itself.
    await page.evaluate(uid => {
      const people = JSON.parse(localStorage.getItem('sbs.people') ?? '[]')
      for (const person of people) if (person.uid === uid) person.session.expiresAt = 0
      localStorage.setItem('sbs.people', JSON.stringify(people))
    }, noura.session.uid)
    await phone.face(noura.phone.slice(-4)).click()
    await expect(page.getByLabel(texts.en.login.phone)).toHaveValue(/\d/)
    expect((await page.getByLabel(texts.en.login.phone).inputValue()).replace(/\D/g, '')).toContain(
      noura.phone.slice(-7),
    )
    await page.getByRole('link', { name: texts.en.who.back }).click()
    await expect(phone.face(noura.phone.slice(-4))).toContainText(texts.en.who.signIn)

    await page.evaluate(() => {
      const people = JSON.parse(localStorage.getItem('sbs.people') ?? '[]')
      for (const name of ['Huda', 'Omar', 'Rami']) people.push({ uid: name, name, hasPin: false, isByEmail: false })
      localStorage.setItem('sbs.people', JSON.stringify(people))
    })
    const renameRami = (name: string) =>
      page.evaluate(name => {
        const people = JSON.parse(localStorage.getItem('sbs.people') ?? '[]')
        for (const person of people)
          if (person.uid === 'Rami') Object.assign(person, { name, signsInWith: '+962791234' })
        localStorage.setItem('sbs.people', JSON.stringify(people))
      }, name)
    await renameRami('Omar')
    await page.reload()
    await expect(phone.face('Omar'), 'of two of one name, one has the end of the number').toContainText([
      /^OOmar(?!…)/,
      /^OOmar…1234/,
    ])
    await renameRami('Rami')
    await page.reload()
    await phone.face(texts.en.who.add).click()
    await expect(page.getByText(texts.en.who.full)).toBeVisible()
    await expectGood(page, 'five people')
    await page.getByRole('button', { name: 'Remove Huda' }).click()
    await phone.face(texts.en.who.add).click()
    await expect(page).toHaveURL(/\/login/)
    await phone.back.click()
    await phone.enter(nameOf(yousef))
    await test.step('a page that the browser brings back stays in the app, also without a network', async () => {
      const comeBack = (session: string | null) =>
        page.evaluate(session => {
          if (session) localStorage.setItem('sbs.session', session)
          else localStorage.removeItem('sbs.session')
          dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
        }, session)
      const isWatched = () => page.evaluate(async () => JSON.stringify(await navigator.locks.query()))
      await expect.poll(isWatched, 'the app watches for other tabs').toContain('sbs.in-use')
      const session = await page.evaluate(() => localStorage.getItem('sbs.session'))
      await page.context().setOffline(true)
      await comeBack(null)
      await expect(phone.who, 'another tab put him aside').toBeVisible()
      await page.context().setOffline(false)
      await comeBack(session)
      await expect(phone.home, 'another tab brought him in').toBeVisible()
    })
    await listedOnceMore(page, yousef.person)
    await phone.signOut()
    await expect(phone.who).toBeVisible()
    await expect(page.locator('.face', { hasText: /Yousef/ })).toHaveCount(0)
    await expect(phone.face(nameOf(yousef))).toHaveCount(0)
    await expect(phone.face('Omar')).toBeVisible()
  },
)

/** While this person signs out, a late reply adds them to the list again, as another tab may do. */
async function listedOnceMore(page: Page, { session }: Person): Promise<void> {
  await page.route('**/assets/leave-phone-*.js', async route => {
    await page.evaluate(uid => {
      const people = JSON.parse(localStorage.getItem('sbs.people') ?? '[]')
      people.push({ uid, name: 'Yousef', hasPin: false, isByEmail: true })
      localStorage.setItem('sbs.people', JSON.stringify(people))
    }, session.uid)
    await route.continue()
  })
}
