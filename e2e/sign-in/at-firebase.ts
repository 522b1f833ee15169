import type { BrowserContext, Route } from '@playwright/test'
import { saveUser } from '../../contract/account.ts'
import { createClient } from '../../contract/calls/client.ts'
import { AuthEmulator, isEmulatorInstalled } from '../../testing/firebase-emulator/auth-emulator.ts'
import { newPhone, type Person, type PersonByPhone } from '../people.ts'
import type { Server } from '../server.ts'
import { type SharedProcess, SharedServer } from '../shared-process.ts'
import { test as base } from '../test.ts'

/** Replaces the other services of Google that a journey needs: nothing here reaches the network. */
export type Google = {
  /** The reply of Remote Config. If undefined, the request fails. */
  maintenance: 'true' | 'false' | undefined
  asked: string[]
}

export const NO_EMULATOR = isEmulatorInstalled()
  ? undefined
  : 'no Auth Emulator: npm ci --prefix testing/firebase-emulator'

/** The emulator takes seconds of processor time, and other journeys may need the processor, too. */
const PATIENCE_MS = 120_000

let emulator: Promise<AuthEmulator> | undefined

/** All journeys of a run share one emulator, because it takes seconds to start. */
export function authEmulator(): Promise<AuthEmulator> {
  emulator ??= findEmulator()
  return emulator
}

async function findEmulator(): Promise<AuthEmulator> {
  // e2e/prepare-data.ts sets this URL, and starts the emulator at the first request.
  const response = await fetch(process.env.EMULATOR_DOOR as string)
  const reply = await response.text()
  if (!response.ok) throw new Error(reply)
  return Object.assign(new AuthEmulator(), { origin: reply })
}

/** Starts a server at Firebase in a hook, and gives the hook more time. */
export async function startPatiently(servers: SharedProcess): Promise<Server> {
  test.setTimeout(PATIENCE_MS)
  return startAtFirebase(servers)
}

/** Starts the product's server beside the emulator. */
export async function startAtFirebase(
  servers: SharedProcess,
  more: object = {},
  settings: Record<string, string> = {},
): Promise<Server> {
  const server = new SharedServer(servers, { ...settingsBeside(await authEmulator(), more), ...settings })
  await server.start()
  return server
}

/** A journey on a server with IDENTITY=firebase, which lives as long as its worker. */
export const test = base.extend<{ google: Google; emulator: AuthEmulator; atFirebase: Server }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
  emulator: [async ({}, use) => use(await authEmulator()), { timeout: PATIENCE_MS }],
  atFirebase: [
    async ({ servers }, use) => use(await servers.kept('firebase', () => startAtFirebase(servers))),
    { timeout: PATIENCE_MS },
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

export const PROJECT_APP = { apiKey: 'key-of-the-web-app', authDomain: 'localhost', appId: '1:2:web:3' }

function settingsBeside(emulator: AuthEmulator, more: object): Record<string, string> {
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

export async function standIn(
  context: BrowserContext,
  google: Google = { maintenance: 'false', asked: [] },
): Promise<void> {
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
  // The emulator does not know this request. A project without reCAPTCHA Enterprise gives this reply.
  await context.route('**/v2/recaptchaConfig*', route => answer(route, { recaptchaEnforcementState: [] }))
  await context.route('https://firebaseremoteconfig.googleapis.com/**', route =>
    google.maintenance
      ? answer(route, { state: 'UPDATE', templateVersion: '1', entries: { maintenance: google.maintenance } })
      : route.fulfill({ status: 500, body: '' }),
  )
}

/** A person who has signed in by phone before, with the session that a browser would store. */
export async function personAtFirebase(server: Server, phone = newPhone()): Promise<PersonByPhone> {
  const service = await authEmulator()
  await service.ask('sendVerificationCode', { phoneNumber: phone, recaptchaToken: 'none' })
  const { sessionInfo, code } = await service.newestCode(phone)
  return { phone, ...(await opened(server, await service.ask('signInWithPhoneNumber', { sessionInfo, code }))) }
}

export async function personByEmailAtFirebase(
  server: Server,
  credential: { email: string; password: string },
): Promise<Person> {
  const service = await authEmulator()
  return opened(server, await service.ask('signUp', { ...credential, returnSecureToken: true }))
}

type SignedIn = { localId: string; idToken: string; refreshToken: string }

async function opened(server: Server, { localId: uid, idToken, refreshToken }: SignedIn): Promise<Person> {
  const atFirebase = { apiKey: PROJECT_APP.apiKey, emulator: (await authEmulator()).origin }
  const session = { uid, idToken, refreshToken, expiresAt: Date.now() + 3_600_000, atFirebase }
  const call = createClient({ base: server.origin, token: async () => idToken })
  await call(saveUser, { params: { uid }, body: {} })
  return { session, call }
}

export { expect } from '../test.ts'
