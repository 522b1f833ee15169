import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { codeSentTo, type Person, personByEmail, personByPhone } from '../people.ts'
import type { Server } from '../server.ts'
import type { SharedProcess } from '../shared-process.ts'
import { expect } from '../test.ts'
import {
  authEmulator,
  NO_EMULATOR,
  personAtFirebase,
  personByEmailAtFirebase,
  standIn,
  startPatiently,
} from './at-firebase.ts'

export type Credential = { email: string; password: string }

/** The providers of sign-in for journeys: each flow must work with every one. */
export type Provider = {
  name: 'embedded' | 'firebase'
  /** Why journeys with this provider cannot run on this machine. */
  missing?: string
  /** Returns the worker's own server, if that has this provider. */
  start(own: Server, servers: SharedProcess): Promise<Server>
  stop(server: Server): Promise<void>
  /** Replaces everything that a browser would load from the internet. */
  standIn?(context: BrowserContext): Promise<void>
  newestCode(server: Server, phone: string): Promise<string>
  /** A person who has an account already. */
  personByPhone(server: Server, phone: string): Promise<Person>
  personByEmail(server: Server, credential: Credential): Promise<Person>
  /** Opens the newest link that was mailed to this person, and sets a new password. */
  resetByMail(page: Page, server: Server, credential: Credential): Promise<void>
}

const embedded: Provider = {
  name: 'embedded',

  start: async own => own,
  stop: async () => {},

  newestCode: async (server, phone) => codeSentTo(server, phone),
  personByPhone,
  personByEmail,

  async resetByMail(page, server, { email, password }) {
    await page.goto(resetLinkSentTo(server, email))
    await page.locator('#password').fill(password)
    await page.locator('form button[type=submit]').click()
    await expect(page.locator('.alert.good')).toBeVisible()
  },
}

const firebase: Provider = {
  name: 'firebase',
  ...(NO_EMULATOR ? { missing: NO_EMULATOR } : {}),
  start: (_own, servers) => startPatiently(servers),
  stop: server => server.remove(),
  standIn,
  newestCode: async (_server, phone) => (await (await authEmulator()).newestCode(phone)).code as string,
  personByPhone: personAtFirebase,
  personByEmail: personByEmailAtFirebase,

  async resetByMail(page, _server, { email, password }) {
    const link = await (await authEmulator()).newestLink(email)
    // On Firebase's own page a form does this.
    await page.goto(`${link}&newPassword=${encodeURIComponent(password)}`)
  },
}

export const providers: Provider[] = [embedded, firebase]

/** The newest reset link in the demo's outbox. */
export function resetLinkSentTo(server: Server, email: string): string {
  const lines = readFileSync(join(server.dataDir, 'outbox.jsonl'), 'utf8').trim().split('\n')
  return lines.map(line => JSON.parse(line)).findLast(({ to, link }) => to === email && link).link
}
