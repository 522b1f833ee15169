import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { inBothLanguages, sizes } from '../good-screens.ts'
import { type Language, texts } from '../lessons/lesson-walk.ts'
import { mentorWith } from '../messages/talking.ts'
import { bringIn, newEmail, type Person, type PersonByPhone, personByPhone, personOf, registered } from '../people.ts'
import type { Server } from '../server.ts'
import { uidIn } from '../sign-in/auth-screens.ts'
import { finishPage, goInside } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { openProfile, percentOf } from './profile.ts'

const en = texts.en

test('Noura looks at her profile, gives a name, and nearly erases her account, in both languages', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  await mentorWith(server, 0)
  const noura = await personByPhone(server)
  for (const language of ['ar', 'en'] as const) {
    await finishPage(noura, `first-aid-${language}-calm`, 'own-story', 'She was calm')
    await finishPage(noura, `first-aid-${language}-cuts`, 'pressure')
  }
  await openProfile(page, server, noura, 'ar')
  await inBothLanguages(page, async language => {
    const t = texts[language]
    await page.setViewportSize(sizes.phone)
    await test.step('the profile shows the phone, and no row for what nobody entered', async () => {
      await expect(page).toHaveTitle(t.page.profile)
      const month = language === 'ar' ? /معنا منذ [^\d٠-٩]+$/ : /^Learning since [A-Z][a-z]+$/
      await expect(page.locator('.profile small').first()).toHaveText(month)
      await expect(page.locator('.facts dt')).toHaveText([t.account.phone])
      await expect(page.locator('.facts dd')).toHaveText(phoneIn(language, noura))
    })
    await test.step('the progress in each course is shown, and leads to the course', async () => {
      await expect(page.locator('.profile .courses li')).toHaveCount(4)
      const started = page.locator('.profile .courses li', { has: page.locator(`a[href*="first-aid-${language}"]`) })
      await expect(started.getByRole('progressbar')).toHaveAttribute('value', '38')
      await expect(started).toContainText(language === 'ar' ? '٣٨' : '38%')
      await started.getByRole('link').click()
      await expect(page.locator('.standing').getByRole('progressbar')).toHaveAttribute('value', '38')
      await page.goBack()
    })
    await test.step('a name that is too long is refused', () => tooLongName(page, language))
    // The dialog for the name is the same in each language.
    if (language === 'ar') await test.step('she gives a name, changes and removes it', () => nameInDialog(page))
    await test.step('the account is to be erased, and then kept', () => eraseAndKeep(page, language))
  })
})

function phoneIn(language: Language, { phone }: PersonByPhone): string {
  const [, area, first, last] = /^\+971(\d\d)(\d{3})(\d{4})$/.exec(phone) ?? []
  const shown = `+971 ${area} ${first} ${last}`
  const inArabic = shown.replace(/\d/g, digit => String.fromCharCode(0x660 + Number(digit)))
  return language === 'ar' ? inArabic : shown
}

async function tooLongName(page: Page, language: Language): Promise<void> {
  const t = texts[language]
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox')
  await page.getByRole('button', { name: t.account.addName }).click()
  await field.fill('ن'.repeat(102))
  await dialog.getByRole('button', { name: t.account.saveName }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    language === 'ar' ? 'الاسم أطول ممّا يلزم: تجب إزالة حرفين.' : 'The name is 2 letters too long.',
  )
  await expect(field).toBeFocused()
  if (language === 'en') await page.keyboard.press('Escape')
}

/** Gives, changes and removes a name. The dialog is open already. */
async function nameInDialog(page: Page): Promise<void> {
  const t = texts.ar
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox')
  const save = dialog.getByRole('button', { name: t.account.saveName })
  const heading = page.getByRole('heading', { level: 1 })

  await page.route('**/identity/v1/name', route => route.fulfill({ status: 500, json: { success: false } }))
  await field.fill('نورة سالم')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await field.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(t.account.nameError)
  await expect(field).toHaveValue('نورة سالم')
  await page.unroute('**/identity/v1/name')
  await field.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(t.account.nameSaved)).toBeVisible()
  await expect(page.getByRole('button', { name: t.account.changeName })).toBeFocused()
  await expect(heading).toHaveText('نورة سالم')
  // The name is on the profile once.
  await expect(page.locator('main').getByText('نورة سالم')).toHaveCount(1)
  await page.getByRole('button', { name: t.header.menu }).click()
  await expect(dialog.getByRole('heading')).toHaveText('نورة سالم')
  await expect(page.locator('.drawer-foot')).toHaveText(/^خطوة بخطوة، الإصدار \d/)
  await page.keyboard.press('Escape')

  // A name is shown as it was written, whatever characters it has.
  const marked = '<img src=x onerror=alert(1)> نورة'
  await page.getByRole('button', { name: t.account.changeName }).click()
  await expect(field).toHaveValue('نورة سالم')
  await field.fill(marked)
  await save.click()
  await expect(heading).toHaveText(marked)
  await page.reload()
  await expect(heading).toHaveText(marked)
  await expect(page.locator('.facts dt')).toHaveText([t.account.phone])

  await page.getByRole('button', { name: t.account.changeName }).click()
  await expect(field).toHaveValue(marked)
  await field.fill(' ')
  await save.click()
  await expect(page.getByText(t.account.nameRemoved)).toBeVisible()
  await expect(heading).toHaveText(t.page.profile)
  await openAgain(page)
  await expect(page.getByRole('button', { name: t.account.addName })).toBeVisible()
}

async function eraseAndKeep(page: Page, language: Language): Promise<void> {
  const t = texts[language]
  await page.getByRole('button', { name: t.account.erase }).click()
  const dialog = page.getByRole('dialog', { name: t.account.eraseTitle })
  await expect(dialog).toContainText(t.account.eraseMentor)
  await expect(dialog).toContainText(language === 'ar' ? '٧ أيام' : '7 days')
  await dialog.getByRole('button', { name: t.account.notErase }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: t.account.keep })).toHaveCount(0)

  await page.getByRole('button', { name: t.account.erase }).click()
  await dialog.getByRole('button', { name: t.account.erase }).click()
  const note = page.locator('.note.warm')
  await expect(note).toBeFocused()
  const date = new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-arab' : 'en-GB', { day: 'numeric', month: 'long' })
  await expect(note).toContainText(date.format(Date.now() + 7 * 24 * 60 * 60 * 1000))
  await expect(page.getByRole('button', { name: t.account.erase })).toHaveCount(0)
  if (language === 'ar') await page.reload()
  await page.getByRole('button', { name: t.account.keep }).click()
  await expect(page.getByText(t.account.kept)).toBeVisible()
  await expect(note).toBeHidden()
  if (language === 'ar') await openAgain(page)
  await expect(page.getByRole('button', { name: t.account.erase })).toBeVisible()
  await expect(note).toBeHidden()
}

/** Opens the profile again from another screen. */
async function openAgain(page: Page): Promise<void> {
  await goInside(page, '/courses')
  await goInside(page, '/account')
}

test('Noura, who has an e-mail address, corrects it, downloads her data, is asked who she is before it is erased; and the next person finds nothing of her', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const { email, person } = await registered(server)
  await bringIn(page, person)
  await page.goto(`${server.origin}/account?rid=5`)
  const dialog = page.getByRole('dialog')
  await test.step('a person with an e-mail address is not asked for an older account', async () => {
    await expect(page.locator('.facts dt')).toHaveText([en.account.email])
    await expect(page.locator('.facts dd')).toHaveText(email)
    await expect(page.getByRole('button', { name: en.merge.title })).toHaveCount(0)
  })
  await test.step('she downloads all her data', async () => {
    const begun = page.waitForEvent('download')
    await page.getByRole('button', { name: en.account.download }).click()
    const download = await begun
    expect(download.suggestedFilename()).toMatch(/\.zip$/)
    const bytes = readFileSync(await download.path())
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    expect(bytes.toString('latin1')).toContain('data.json')
  })
  await test.step('data that cannot be downloaded now is reported in words', async () => {
    await page.route('**/myData', route => route.fulfill({ status: 500, json: { success: false } }))
    await page.getByRole('button', { name: en.account.download }).click()
    await expect(page.getByRole('alert')).toHaveText(en.account.downloadError)
    await page.unroute('**/myData')
    await page.route('**/myData', route => route.abort())
    await page.getByRole('button', { name: en.account.download }).click()
    await expect(page.getByRole('alert')).toHaveText('A network error has occurred')
  })
  await test.step('a mistyped e-mail address is corrected, even if the page is reloaded while the mail is read', async () => {
    const fresh = newEmail()
    await page.getByRole('button', { name: en.account.changeEmail }).click()
    await dialog.getByLabel(en.login.email).fill('no address')
    await dialog.getByRole('button', { name: en.account.sendEmailCode }).click()
    await expect(dialog.getByLabel(en.login.email)).toBeFocused()
    await dialog.getByLabel(en.login.email).fill(fresh)
    await dialog.getByRole('button', { name: en.account.sendEmailCode }).click()
    await expect(dialog).toContainText(fresh)
    await page.reload()
    await page.getByRole('button', { name: en.account.changeEmail }).click()
    const code = dialog.getByLabel(en.login.code)
    const right = (await dialog.locator('.note b').textContent()) as string
    await code.fill('12')
    await code.press('Enter')
    await expect(dialog.getByRole('alert')).toBeVisible()
    // The response is lost on its way, so the same code is sent again.
    await page.route('**/identity/v1/changeEmail', route => route.fetch().then(() => route.abort()))
    await code.fill(right)
    await code.press('Enter')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await page.unroute('**/identity/v1/changeEmail')
    await code.press('Enter')
    await expect(page.getByText(en.account.emailChanged)).toBeVisible()
    await expect(page.locator('.facts dd').first()).toHaveText(fresh)
    await page.reload()
    await expect(page.locator('.facts dd').first()).toHaveText(fresh)
  })
  await test.step('a person who signed in long ago has to sign in again before the account can be erased', async () => {
    const error = { code: 'auth/requires-recent-login', message: 'Please login again to perform this operation' }
    await page.route('**/eraseAccount', route => route.fulfill({ status: 400, json: { success: false, error } }))
    await page.getByRole('button', { name: en.account.erase }).click()
    await dialog.getByRole('button', { name: en.account.erase }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Please login again to perform this operation')
    await dialog.getByRole('button', { name: en.account.signInAgain }).click()
    await expect(page).toHaveURL(`${server.origin}/login?rid=5`)
    expect(await uidIn(page)).toBeUndefined()
  })
  await test.step('a signed-out person who opens the profile gets the sign-in', async () => {
    await page.goto(`${server.origin}/account?rid=5`)
    await expect(page).toHaveURL(`${server.origin}/login?rid=5`)
  })
  await opensAgain(page, server)
})

/** The profile opens when the server and the network are back, from each menu, and for the next person on the phone. */
async function opensAgain(page: Page, server: Server): Promise<void> {
  const [noura, yousef] = [await personByPhone(server), await personOf(server)]
  await finishPage(noura, 'first-aid-en-cuts', 'pressure')
  const signIn = ({ session }: Person) =>
    page.evaluate(session => localStorage.setItem('sbs.session', JSON.stringify(session)), session)
  await signIn(noura)
  await test.step('user data that could not be loaded is reported', async () => {
    await page.route('**/disciple/v2/user/**', route => route.fulfill({ status: 500, json: { success: false } }))
    await page.goto(`${server.origin}/account?rid=5`)
    await expect(page.getByRole('alert')).toHaveText('Could not get user data', { timeout: 15_000 })
    await page.unroute('**/disciple/v2/user/**')
  })
  await test.step('without a network the profile says so, and appears by itself when the network is back', async () => {
    await page.route('**/disciple/v2/user/**', route => route.abort())
    await page.reload()
    await expect(page.getByText(en.offline.body)).toBeVisible({ timeout: 15_000 })
    await page.unroute('**/disciple/v2/user/**')
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await expect(page.locator('.facts')).toBeVisible()
  })
  await test.step('menu and wide header lead to the profile, its home button leads home, and the query stays', async () => {
    await page.getByRole('link', { name: en.header.home, exact: true }).click()
    await expect(page).toHaveURL(`${server.origin}/?rid=5`)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await page.getByRole('button', { name: en.header.menu }).click()
    await page.getByRole('dialog').getByRole('link', { name: en.page.profile }).click()
    await expect(page).toHaveURL(`${server.origin}/account?rid=5`)
    await page.getByRole('link', { name: en.header.home, exact: true }).click()
    await expect(page).toHaveURL(`${server.origin}/?rid=5`)
    await page.setViewportSize({ width: 960, height: 700 })
    const links = page.getByRole('navigation')
    await expect(links.getByRole('link', { name: en.page.courses })).toHaveAttribute('aria-current', 'page')
    await links.getByRole('link', { name: en.page.profile }).click()
    await expect(page).toHaveURL(`${server.origin}/account?rid=5`)
    await expect(links.getByRole('link', { name: en.page.profile })).toHaveAttribute('aria-current', 'page')
    await expect(links.getByRole('link', { name: en.page.courses })).not.toHaveAttribute('aria-current', 'page')
  })
  await test.step('after a sign-out nothing is left for the next person on the phone', async () => {
    await expect(percentOf(page, 'First aid at home')).not.toHaveAttribute('value', '0')
    await page.getByRole('button', { name: en.header.menu }).click()
    await page.getByRole('button', { name: en.page.logout }).click()
    await expect(page).toHaveURL(/\/login\?rid=5$/)
    await expect(page.locator('form')).toBeVisible()
    await signIn(yousef)
    await page.goto(`${server.origin}/account`)
    await expect(page.locator('.facts')).toBeVisible()
    await expect(percentOf(page, 'First aid at home')).toHaveAttribute('value', '0')
    await expect(page.locator('main')).not.toContainText(noura.phone.slice(-4))
  })
}
