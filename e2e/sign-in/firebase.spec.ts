import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { maintenanceCommand } from '../../api/commands/maintenance.ts'
import { blockCommand } from '../../api/commands/people/block.ts'
import type { AuthEmulator } from '../../testing/firebase-emulator/auth-emulator.ts'
import { command } from '../command.ts'
import { bringIn, newPhone } from '../people.ts'
import { FAILED_REQUEST } from '../test.ts'
import { expect, NO_EMULATOR, PROJECT_APP, personAtFirebase, startAtFirebase, test } from './at-firebase.ts'

// This is not beside the fixtures: a file that imports only a helper from there would start the emulator, too.
test.skip(NO_EMULATOR !== undefined, NO_EMULATOR)
// The server beside the emulator costs more than a journey, so one worker starts it.
test.describe.configure({ mode: 'default' })

const courses = (page: Page) => page.locator('.course .btn').first()
const login = (page: Page) => page.getByLabel('Phone number')

test('Noura signs in with a code from Firebase, stays signed in, and leaves nothing behind when she signs out; Yousef is blocked, and sees the reason', async ({
  page,
  atFirebase,
  emulator,
  watch,
}) => {
  await test.step('Noura signs in, and leaves nothing behind', async () => {
    await signIn(page, `${atFirebase.origin}/login?lang=en`, newPhone(), emulator)
    await expect(courses(page)).toBeVisible()
    await page.reload()
    await expect(courses(page)).toBeVisible()
    expect(await keptBy(page)).toEqual(['sbs.session'])
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(login(page)).toBeVisible()
    expect(await keptBy(page)).toEqual([])
  })
  watch.expectSilence()
  watch.expected.push(FAILED_REQUEST)
  await test.step('a blocked person is signed out, and sees the reason when they try again', async () => {
    const yousef = await personAtFirebase(atFirebase)
    await bringIn(page, yousef)
    await page.goto(atFirebase.origin)
    await expect(courses(page)).toBeVisible()
    await command(atFirebase, blockCommand, '--phone', yousef.phone)
    await expect(async () => {
      await page.reload()
      await expect(login(page)).toBeVisible({ timeout: 1000 })
    }).toPass()
    await signIn(page, `${atFirebase.origin}/login?lang=ar`, yousef.phone, emulator)
    await expect(page.getByRole('alert')).toBeVisible()
  })
})

test('an expired token is renewed without a question and without the SDK, and only a real error of Firebase ends a session', async ({
  page,
  atFirebase,
  emulator,
  watch,
}) => {
  // The addresses of Google cannot be resolved on this machine.
  watch.expected.push(FAILED_REQUEST)
  const yousef = await personAtFirebase(atFirebase)
  const expired = { ...yousef.session, idToken: 'a.e30.c', expiresAt: Date.now() - 1 }
  await bringIn(page, { ...yousef, session: expired })
  await test.step('nothing but a real error of Firebase ends a session', async () => {
    const renewals = '**/securetoken.googleapis.com/v1/token*'
    // One route gives all replies: between two routes the page could renew its token.
    let away: 'abort' | 503 | 400 = 'abort'
    await page.route(renewals, route =>
      away === 'abort'
        ? route.abort()
        : route.fulfill({ status: away, json: { error: { message: 'API_KEY_INVALID' } } }),
    )
    for (away of ['abort', 503, 400] as const) {
      await page.goto(atFirebase.origin)
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    }
    await page.unroute(renewals)
  })
  await test.step('an expired token is renewed without a question, and without the SDK', async () => {
    const scripts: string[] = []
    page.on('request', request => request.resourceType() === 'script' && scripts.push(request.url()))
    await page.goto(atFirebase.origin)
    await expect(courses(page)).toBeVisible()
    expect(scripts.filter(url => /\/firebase-[\w-]+\.js/.test(url) && !/firebase-app/.test(url))).toEqual([])
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('sbs.session') ?? '{}'))
    expect(kept).toMatchObject({ uid: yousef.session.uid, atFirebase: { apiKey: PROJECT_APP.apiKey } })
    expect(kept.idToken).not.toBe('a.e30.c')
  })
  await test.step('a real error ends it', async () => {
    await emulator.manage('delete', { localId: yousef.session.uid })
    await page.evaluate(session => localStorage.setItem('sbs.session', JSON.stringify(session)), expired)
    await page.goto(atFirebase.origin)
    await expect(login(page)).toBeVisible()
  })
})

test('Remote Config closes the app instead of our own switch, and is loaded once in five minutes', async ({
  page,
  atFirebase,
  google,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const notice = page.getByRole('heading', { name: 'Maintenance in Progress' })
  const fetches = () => google.asked.filter(url => url.includes('firebaseremoteconfig'))
  /** Opens the sign-in, as on a first visit. */
  const open = async () => {
    await forgetAll(page)
    google.asked.length = 0
    await page.goto(`${atFirebase.origin}/login?lang=en`)
  }
  await test.step('it closes the app', async () => {
    google.maintenance = 'true'
    await page.goto(`${atFirebase.origin}/login?lang=en`)
    await expect(notice).toBeVisible()
    await page.reload()
    await expect(notice).toBeVisible()
    expect(fetches()).toHaveLength(1)
  })
  await test.step('our own switch closes nothing here', async () => {
    google.maintenance = 'false'
    await command(atFirebase, maintenanceCommand, 'on')
    await open()
    await expect.poll(fetches).toHaveLength(1)
    await expect(login(page)).toBeVisible()
    await expect(notice).toHaveCount(0)
    await command(atFirebase, maintenanceCommand, 'off')
  })
  await test.step('if it cannot be loaded, the app stays open', async () => {
    google.maintenance = undefined
    const failed = page.waitForResponse(/firebaseremoteconfig/)
    await open()
    await failed
    await expect(login(page)).toBeVisible()
    await expect(notice).toHaveCount(0)
  })
})

test('a project at Google itself: Analytics gets the events instead of our own file, and a code is sent only with the token of the invisible bot check', async ({
  page,
  context,
  emulator,
  servers,
}) => {
  const settings = { FIREBASE_AUTH_EMULATOR_HOST: '', FIREBASE_SERVICE_ACCOUNT: keyFile() }
  const server = await startAtFirebase(servers, { measurementId: 'G-NOURA12345' }, settings)
  try {
    const sent: object[] = []
    const ours: string[] = []
    page.on('request', request => request.url().includes('/analytics/v1/') && ours.push(request.url()))
    await context.route('https://firebase.googleapis.com/**', route =>
      route.fulfill({
        json: { measurementId: 'G-NOURA12345', appId: PROJECT_APP.appId },
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      }),
    )
    await context.route('https://www.googletagmanager.com/**', route =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    )
    await context.route('https://www.google.com/recaptcha/**', route =>
      route.fulfill({ contentType: 'text/javascript', body: BOT_CHECK }),
    )
    await context.route('https://identitytoolkit.googleapis.com/**', async route => {
      const { pathname, search } = new URL(route.request().url())
      if (pathname.includes('sendVerificationCode')) sent.push(route.request().postDataJSON())
      const json = pathname.includes('recaptchaParams')
        ? { recaptchaSiteKey: 'site' }
        : await (
            await route.fetch({ url: `${emulator.origin}/identitytoolkit.googleapis.com${pathname}${search}` })
          ).json()
      await route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } })
    })
    await page.goto(`${server.origin}/login?lang=ar&rid=7`)
    await test.step('Google Analytics gets the events, without an e-mail address', async () => {
      await expect(page.locator('#phone')).toBeVisible()
      // The requests that gtag.js would send if it were Google's.
      const dataLayer = () => page.evaluate(() => JSON.stringify((window as { dataLayer?: unknown[] }).dataLayer ?? []))
      await expect.poll(dataLayer).toContain('screen_name')
      expect(await dataLayer()).not.toContain('rid')
      expect(ours).toEqual([])
    })
    await test.step('a code is sent only with the token of the bot check', async () => {
      const phone = newPhone()
      await page.locator('#phone').fill(phone)
      await page.locator('button[type=submit]').click()
      await expect(page.locator('#code')).toBeVisible()
      expect(sent).toEqual([
        expect.objectContaining({ phoneNumber: phone, recaptchaToken: 'a person, it seems, in ar' }),
      ])
    })
  } finally {
    await server.remove()
  }
})

/** Deletes what the browser stores, as if it had never been here. */
async function forgetAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    localStorage.clear()
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '')
  })
}

async function signIn(page: Page, address: string, phone: string, emulator: AuthEmulator): Promise<void> {
  await page.goto(address)
  await page.locator('#phone').fill(phone)
  await page.locator('button[type=submit]').click()
  await expect(page.locator('#code')).toBeVisible()
  await page.locator('#code').fill((await emulator.newestCode(phone)).code as string)
  await page.locator('button[type=submit]').click()
}

/** All places where a page can store a session. */
function keptBy(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '')
    return [...names, ...databases].filter(name => /session|auth|LocalStorage/i.test(name))
  })
}

/** Replaces recaptcha/api.js: shows nothing, and treats everybody as a person. */
const BOT_CHECK = `
  const { searchParams } = new URL(document.currentScript.src)
  const given = []
  window.grecaptcha = {
    render: (place, options) => given.push(options) - 1,
    getResponse: () => '',
    execute: id => setTimeout(() => given[id].callback('a person, it seems, in ' + searchParams.get('hl'))),
    reset: () => {},
  }
  setTimeout(() => window[searchParams.get('onload')]())
`

/** The key file of an invented service account, which no request uses here. */
function keyFile(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const file = join(mkdtempSync(join(tmpdir(), 'step-by-step-key-')), 'service-account.json')
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  writeFileSync(file, JSON.stringify({ client_email: 'server@example.iam.gserviceaccount.com', private_key }))
  return file
}
