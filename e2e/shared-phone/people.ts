import type { Page } from '@playwright/test'
import { type Language, texts } from '../lessons/lesson-walk.ts'
import { PASSWORD } from '../people.ts'
import type { Server } from '../server.ts'
import { goInside } from '../study.ts'
import { expect } from '../test.ts'

/** The screens of a shared phone. */
export function phoneOf(page: Page, server: Server, language: Language = 'en') {
  const t = texts[language]
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    page,
    open: () => page.goto(server.origin),
    spent: page.getByText(t.pin.spent),
    back: page.getByRole('link', { name: t.who.back }),
    who: page.getByRole('heading', { name: t.who.title }),
    pin: page.getByLabel(t.pin.label),
    face: (name: string) => page.locator('.face', { hasText: name }),
    home: page.getByRole('button', { name: new RegExp(`^${t.header.menu}`) }),

    async toProfile() {
      if (page.url() === 'about:blank') await page.goto(`${server.origin}/account`)
      else if (!page.url().endsWith('/account')) await goInside(page, '/account')
    },

    /** Adds a person in the profile: puts the present one aside, and signs in by e-mail. */
    async add(email: string) {
      await this.toProfile()
      await button(t.who.add).click()
      await page.getByRole('link', { name: t.login.emailLink }).click()
      await this.signIn(email)
    },

    async signIn(email: string) {
      await page.getByLabel(t.login.email).fill(email)
      await page.getByLabel(t.login.password, { exact: true }).fill(PASSWORD)
      await button(t.login.login).click()
      await expect(this.home).toBeVisible()
    },

    async setPin(pin: string) {
      await this.toProfile()
      await button(t.pin.set).click()
      await page.getByLabel(t.pin.new).fill(pin)
      await page.getByLabel(t.pin.again).fill(pin)
      await button(t.pin.save).click()
      await expect(page.getByText(t.pin.wasSet)).toBeVisible()
    },

    /** Waits until the service worker has what a shared phone needs without a network. */
    async untilReady() {
      const script = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)
      await expect.poll(script, { timeout: 60_000 }).toContain('shared')
    },

    /** Types a wrong PIN, and expects this text. */
    async fail(pin: string, text: string) {
      await this.pin.fill(pin)
      await expect(page.getByText(text)).toBeVisible()
    },

    async signOut() {
      await this.home.click()
      await button(t.page.logout).click()
    },

    async putAside() {
      await this.home.click()
      await button(t.who.switch).click()
      await expect(this.who).toBeVisible()
    },

    /** Chooses a person, and types their PIN if they have one. */
    async enter(name: string, pin?: string) {
      await this.face(name).click()
      if (pin) await this.pin.fill(pin)
      await expect(this.home).toBeVisible()
    },
  }
}

/** Everything that this browser stores, as text. A key that the browser does not hand out has no text. */
export function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name))
      for (const store of db.objectStoreNames) {
        const rows = await done(db.transaction(store).objectStore(store).getAll())
        const asText = (_: string, value: unknown) =>
          value instanceof ArrayBuffer || value instanceof Uint8Array
            ? String.fromCharCode(...new Uint8Array(value).slice(0, 50_000))
            : value
        texts.push(JSON.stringify(rows, asText))
      }
      db.close()
    }
    return texts.join('\n')
  })
}
