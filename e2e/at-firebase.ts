import type { BrowserContext, Route } from '@playwright/test'
import { createClient } from '../contract/client.ts'
import { saveUser } from '../contract/identity.ts'
import { AuthEmulator, isEmulatorInstalled } from '../firebase-emulator/auth-emulator.ts'
import { newPhone, type Person } from './people.ts'
import { Server } from './server.ts'
import { test as base } from './test.ts'

/** The rest of Google, as far as a journey needs it: nothing here reaches the network. */
export type Google = {
  /** What Remote Config says; undefined: it fails. */
  maintenance: 'true' | 'false' | undefined
  asked: string[]
}

/** A journey on a server with IDENTITY=firebase, beside Firebase's Auth Emulator. Both last as long as their worker. */
export const test = base.extend<{ google: Google }, { emulator: AuthEmulator; atFirebase: Server }>({
  emulator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const emulator = new AuthEmulator()
      await emulator.start()
      await use(emulator)
      await emulator.stop()
    },
    // Four seconds of work, on cores that others may need just then.
    { scope: 'worker', timeout: 120_000 },
  ],
  atFirebase: [
    async ({ emulator }, use) => {
      const server = new Server(settingsBeside(emulator))
      await server.start()
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  google: [
    async ({ context }, use) => {
      const google: Google = { maintenance: 'false', asked: [] }
      await standIn(context, google)
      await use(google)
    },
    { auto: true },
  ],
})

test.beforeAll(() => {
  test.skip(!isEmulatorInstalled(), 'no Auth Emulator: npm ci --prefix firebase-emulator')
})

export const PROJECT_APP = { apiKey: 'key-of-the-web-app', authDomain: 'localhost', appId: '1:2:web:3' }

export function settingsBeside(emulator: AuthEmulator, more: object = {}): Record<string, string> {
  return {
    IDENTITY: 'firebase',
    FIREBASE_APP: JSON.stringify({ ...PROJECT_APP, projectId: emulator.projectId, ...more }),
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
  }
}

const FOR_ANYBODY = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
  etag: 'of-today',
}

async function standIn(context: BrowserContext, google: Google): Promise<void> {
  const answer = (route: Route, json: object) => {
    google.asked.push(route.request().url())
    return route.fulfill({ json, headers: FOR_ANYBODY })
  }
  await context.route('https://firebaseinstallations.googleapis.com/**', route =>
    answer(route, {
      fid: 'cStandInForAnInstall12',
      refreshToken: 'refresh',
      authToken: { token: 'installation', expiresIn: '604800s' },
    }),
  )
  // The emulator does not know this question; a project without reCAPTCHA Enterprise answers so.
  await context.route('**/v2/recaptchaConfig*', route => answer(route, { recaptchaEnforcementState: [] }))
  await context.route('https://firebaseremoteconfig.googleapis.com/**', route =>
    google.maintenance
      ? answer(route, { state: 'UPDATE', templateVersion: '1', entries: { maintenance: google.maintenance } })
      : route.fulfill({ status: 500, body: '' }),
  )
}

/** Somebody who has signed in before by phone, as a browser would keep them. */
export async function personAtFirebase(emulator: AuthEmulator, server: Server, phone = newPhone()): Promise<Person> {
  await emulator.ask('sendVerificationCode', { phoneNumber: phone, recaptchaToken: 'none' })
  const { sessionInfo, code } = await emulator.newestCode(phone)
  const {
    localId: uid,
    idToken,
    refreshToken,
  } = await emulator.ask<SignedIn>('signInWithPhoneNumber', {
    sessionInfo,
    code,
  })
  const atFirebase = { apiKey: PROJECT_APP.apiKey, emulator: emulator.origin }
  const session = { uid, idToken, refreshToken, expiresAt: Date.now() + 3_600_000, atFirebase }
  const call = createClient({ base: server.origin, token: async () => idToken })
  await call(saveUser, { params: { uid }, body: {} })
  return { phone, session, call }
}

type SignedIn = { localId: string; idToken: string; refreshToken: string }

export { expect } from './test.ts'
