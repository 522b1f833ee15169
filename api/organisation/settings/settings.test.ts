import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import {
  changeOrgSettings,
  getOrgSettings,
  type OrgSettings,
  type SettingName,
  switchMaintenanceMode,
  trySending,
} from '../../../contract/organisation/settings.ts'
import { becomeFirstOwner, setRoles } from '../../../contract/organisation/team.ts'
import { getSettings } from '../../../contract/settings.ts'
import { sendCode } from '../../../contract/sign-in/phone.ts'
import { maintenanceCommand } from '../../commands/maintenance.ts'
import { settingsCommand } from '../../commands/organisation/settings.ts'
import { storeValue } from '../../database/stored-values.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { type Person, personAt, solvedChallenge } from '../../testing-people.ts'

const REEM = '+971501111111'
const DANA = '+971502222222'

onEachDatabase('The settings of the organisation', start => {
  async function startWithReem(env: Record<string, string> = {}) {
    const server = await start({ env: { LIMIT_FACTOR: '1', ...env } })
    const reem = await server.signIn(REEM)
    await reem.call(becomeFirstOwner, { body: {} })
    return { server, reem }
  }

  test('an owner chooses who may sign in, and it counts for the next code', async () => {
    const { server, reem } = await startWithReem()
    await change(reem, { countries: ['AE', 'EG'], defaultCountry: 'AE' })
    expect((await server.call(getSettings, {})).data).toMatchObject({
      phoneCountries: ['AE', 'EG'],
      defaultCountry: 'AE',
    })
    await expect(askCode(server, '+962791234567')).rejects.toMatchObject({ code: 'auth/operation-not-allowed' })
    await change(reem, { countries: [] })
    await askCode(server, '+962791234567')

    const refused = async (wanted: Partial<OrgSettings>, code: string) =>
      expect(change(reem, wanted)).rejects.toMatchObject({ status: 400, code })
    await refused({ countries: ['XX'] }, 'settings/unknown-country')
    await refused({ countries: ['EG'] }, 'settings/default-country')
    // Reem herself has a phone of the Emirates.
    await refused({ countries: ['EG'], defaultCountry: 'EG' }, 'settings/owner-country')
    const { invitation, name } = (await page(reem)).values
    await refused({ invitation: { ...invitation, ar: 'تعال' } }, 'settings/no-link')
    await refused({ aimDays: 0 }, 'settings/aim')
    await refused({ silentDays: 1.5 }, 'settings/silent-days')
    await refused({ timeZone: 'Moon/Base' }, 'settings/time-zone')
    await refused({ colour: 'red' }, 'settings/colour')
    await refused({ restDays: [0, 1, 2, 3, 4, 5, 6] }, 'bad-request')
    await refused({ firstWeekday: 7 }, 'bad-request')
    await refused({ wakesAt: 12, sleepsAt: 12 }, 'bad-request')
    // Marks of direction would reverse the words after the name.
    await change(reem, { name: { ...name, ar: '\u202eخطوة', en: ' Step\u202e \n by Step ' } })
    expect((await page(reem)).values.name).toMatchObject({ ar: 'خطوة', en: 'Step by Step' })
    // A request changes all of its settings or none.
    await refused({ silentDays: 9, aimDays: 0 }, 'settings/aim')
    expect((await page(reem)).values).toMatchObject({ silentDays: 14, aimDays: 2 })
    await change(reem, { firstWeekday: 6, wakesAt: 8, sleepsAt: 20 })
    expect((await page(reem)).values).toMatchObject({ firstWeekday: 6, wakesAt: 8, sleepsAt: 20, silentDays: 14 })
  })

  test('the operator limits the countries among which owners choose', async () => {
    const { reem } = await startWithReem({ PHONE_COUNTRIES: 'AE,JO', DEFAULT_COUNTRY: 'AE' })
    const { values, allowedCountries } = await page(reem)
    expect({ ...values, allowedCountries }).toMatchObject({
      allowedCountries: ['AE', 'JO'],
      countries: ['AE', 'JO'],
      defaultCountry: 'AE',
    })
    await expect(change(reem, { countries: ['AE', 'EG'] })).rejects.toMatchObject({ code: 'settings/unknown-country' })
    await change(reem, { countries: ['AE'], defaultCountry: 'AE' })
  })

  test('the sign-in begins with a country that may sign in, also if the one of the operator may no longer', async () => {
    const { server, reem } = await startWithReem({ DEFAULT_COUNTRY: 'EG' })
    const offered = async () => (await server.call(getSettings, {})).data
    expect(await offered()).toMatchObject({ phoneCountries: [], defaultCountry: 'EG' })
    await change(reem, { countries: ['AE', 'JO'], defaultCountry: '' })
    expect(await offered()).toMatchObject({ defaultCountry: '' })
    await storeValue(server.services.db, 'organisation', { values: { countries: ['AE', 'JO'] } })
    expect(await offered()).toMatchObject({ phoneCountries: ['AE', 'JO'], defaultCountry: 'AE' })
  })

  test('of two owners at once, the later one sees the change of the earlier one first', async () => {
    const { server, reem } = await startWithReem()
    const dana = await server.signIn(DANA)
    await reem.call(setRoles, { params: { uid: dana.uid }, body: { roles: ['owner'] } })
    const seen = (await page(dana)).values
    await change(reem, { aimDays: 3 })
    const danas = { changes: [{ name: 'aimDays', from: seen.aimDays, to: 5 }] } as const
    await expect(dana.call(changeOrgSettings, { body: { changes: [...danas.changes] } })).rejects.toMatchObject({
      status: 409,
      code: 'settings/changed',
    })
    expect((await page(dana)).changes).toMatchObject([{ name: 'aimDays', by: REEM }])
    expect((await page(dana)).values.aimDays).toBe(3)
    const both = await Promise.allSettled([change(reem, { silentDays: 7 }), change(dana, { silentDays: 8 })])
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  })

  test('a colour on which white cannot be read becomes darker', async () => {
    const { reem } = await startWithReem()
    await change(reem, { colour: '#ffe680' })
    const { colour } = (await page(reem)).values
    expect(colour).toMatch(/^#[0-9a-f]{6}$/)
    expect(colour).not.toBe('#ffe680')
    await change(reem, { colour: '#004455' })
    expect((await page(reem)).values.colour).toBe('#004455')
  })

  test('a test goes to the signed-in person alone, five times an hour, and shows what the gateway says', async () => {
    const gateway = await startGateway()
    const demo = await startWithReem()
    const { dataDir, databaseUrl } = demo.server.services.config
    const env = {
      SMS_SENDER: 'webhook',
      SMS_WEBHOOK_URL: gateway.url,
      SMS_WEBHOOK_BODY: '{"to":"{{to}}","text":"{{text}}"}',
      LIMIT_FACTOR: '1',
    }
    const server = await demo.server.another()
    const tried = await demo.reem.call(trySending, { body: { kind: 'sms', language: 'en' } })
    expect(tried.data).toEqual({ to: REEM, outcome: 'written', problem: null })
    expect(server.outbox().at(-1)).toMatchObject({ to: REEM, text: expect.stringContaining('a test') })
    await expect(demo.reem.call(trySending, { body: { kind: 'mail', language: 'en' } })).rejects.toMatchObject({
      code: 'settings/no-address',
    })

    const real = await start({ env, dataDir, databaseUrl, clock: demo.server.clock })
    const reem = personAt(real, demo.reem)
    const once = { idempotencyKey: crypto.randomUUID() }
    const good = await reem.call(trySending, { body: { kind: 'sms', language: 'ar' } }, once)
    expect(good.data).toEqual({ to: REEM, outcome: 'accepted', problem: null })
    const again = await reem.call(trySending, { body: { kind: 'sms', language: 'ar' } }, once)
    expect(again.data.outcome).toBe('repeated')
    expect(gateway.got.map(({ to }) => to)).toEqual([REEM])

    gateway.answers = { status: 402, body: '{"error":"No credit left"}' }
    const bad = await reem.call(trySending, { body: { kind: 'sms', language: 'en' } })
    expect(bad.data).toMatchObject({ outcome: 'refused', problem: expect.stringMatching(/402.*No credit left/) })
    await real.services.senders.settled()
    expect((await page(reem)).sending[0]).toMatchObject({
      kind: 'sms',
      isReal: true,
      failedToday: 1,
      problem: 'The SMS service answered 402',
      lastSentAt: expect.any(Number),
    })
    gateway.answers = { status: 0, body: '' }
    const cut = await reem.call(trySending, { body: { kind: 'sms', language: 'en' } })
    expect(cut.data).toMatchObject({ outcome: 'unanswered', problem: expect.stringContaining('closed') })
    await reem.call(trySending, { body: { kind: 'sms', language: 'en' } })
    await expect(reem.call(trySending, { body: { kind: 'sms', language: 'en' } })).rejects.toMatchObject({
      status: 429,
    })
    const text = JSON.stringify(await page(reem))
    expect(text).not.toContain(gateway.url)
    expect((await page(reem)).machine).toContainEqual({ name: 'SMS_WEBHOOK_URL', isSet: true })
  })

  test('maintenance closes the app for learners by the button and by the command, with the same line in the log', async () => {
    const { server, reem } = await startWithReem()
    await reem.call(switchMaintenanceMode, { body: { isOn: true } })
    expect((await server.call(getSettings, {})).data.maintenance).toBe(true)
    const { db, config } = server.services
    await db.updateTable('users').set({ active_at: server.clock.now() }).execute()
    expect((await page(reem)).maintenance, 'nobody of the team is learning').toEqual({ isOn: true, learning: 0 })
    await maintenanceCommand.run({ db, config, words: ['off'], print: () => {} })
    const printed: string[] = []
    await settingsCommand.run({ db, config, words: ['aimDays', '4'], print: line => printed.push(line) })
    expect(printed).toEqual(['aimDays is now 4.'])
    const wrong = settingsCommand.run({ db, config, words: ['firstWeekday', 'Sunday'], print: () => {} })
    await expect(wrong).rejects.toThrow('firstWeekday: cannot be Sunday. It is 0 now')
    const { lines } = (await reem.call(getAuditLog, { query: {} })).data
    expect(lines.slice(0, 3).map(({ action, side, details }) => [action, side, details])).toEqual([
      ['setting-changed', 'command', { setting: 'aimDays' }],
      ['maintenance-changed', 'command', { isOn: false }],
      ['maintenance-changed', 'browser', { isOn: true }],
    ])
  })

  test('owners alone see the room, the version and the backup of the machine', async () => {
    const { server, reem } = await startWithReem()
    const { room, about, backup } = await page(reem)
    expect(room.totalBytes).toBeGreaterThan(room.freeBytes)
    expect(about).toMatchObject({ version: expect.stringMatching(/^\d/), migration: expect.stringMatching(/^\d{3}-/) })
    expect(about.news.length).toBeGreaterThan(0)
    expect(backup).toMatchObject({ last: null, provenAt: null, running: null })
    const dana = await server.signIn(DANA)
    await reem.call(setRoles, { params: { uid: dana.uid }, body: { roles: ['coordinator', 'author'] } })
    await expect(dana.call(getOrgSettings, {})).rejects.toMatchObject({ status: 403 })
  })
})

async function page(person: Person) {
  return (await person.call(getOrgSettings, {})).data
}

async function change(person: Person, wanted: Partial<OrgSettings>) {
  const { values } = await page(person)
  const changes = Object.entries(wanted).map(([name, to]) => ({ name, from: values[name as SettingName], to }))
  return person.call(changeOrgSettings, { body: { changes: changes as never } })
}

async function askCode({ call }: TestServer, phone: string) {
  return call(sendCode, { body: { phone, proof: await solvedChallenge(call) } })
}

async function startGateway() {
  const gateway = { url: '', got: [] as { to: string }[], answers: { status: 200, body: '{}' } }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    if (gateway.answers.status === 200) gateway.got.push(JSON.parse(Buffer.concat(parts).toString()))
    if (gateway.answers.status === 0) request.socket.destroy()
    else response.writeHead(gateway.answers.status).end(gateway.answers.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  gateway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return gateway
}
