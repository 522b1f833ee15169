import { expect, type Page } from '@playwright/test'
import { type Language, texts } from '../lessons/lesson-walk.ts'
import type { Credential } from './providers.ts'

/** The actions on the sign-in screens, by their visible names. */
export function authScreens(page: Page, language: Language = 'en') {
  const t = texts[language]
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const field = (name: string) => page.getByRole('textbox', { name })
  const password = page.locator('#password')

  return {
    press,
    field,
    password,
    email: field(t.login.email),
    code: page.getByLabel(t.login.code),
    name: field(t.login.name),

    /** Asks for a code, and stops at the field for it. */
    async askForCode(phone: string) {
      await page.getByLabel(t.login.phone).fill(phone)
      await press(t.login.send)
      await expect(page.getByLabel(t.login.code)).toBeFocused()
    },

    async tellOldEmail(credential: Credential) {
      await page.getByLabel(t.login.yes).check()
      await field(t.login.email).fill(credential.email)
      await password.fill(credential.password)
    },

    async fillIn(credential: Credential) {
      await field(t.login.email).fill(credential.email)
      await password.fill(credential.password)
    },

    logIn: () => press(t.login.login),
  }
}

/** The uid of the person who is signed in on this tab, if there is one. */
export function uidIn(page: Page): Promise<string | undefined> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('sbs.session') ?? 'null')?.uid)
}

export async function expectHome(page: Page): Promise<void> {
  // The link is not in the skeleton of a screen that is still loading.
  await expect(page.locator('.course .btn').first()).toBeVisible()
}

/** Paths of the calls that a tab makes, in their order, without those that only read. */
export function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    const path = pathname.replace(/\/user\/.*/, '/user')
    if (/^\/(identity\/v1\/(?!country|challenge)|disciple)/.test(pathname)) calls.push(path)
  })
  return calls
}
