import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Language } from '../../../contract/languages.ts'
import * as calls from '../../../contract/organisation/invitation-lists.ts'
import { listInvitations } from '../../../contract/organisation/invitations.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import { getPerson } from '../../../contract/organisation/people.ts'
import { erasePerson } from '../../../contract/organisation/person-acts.ts'
import { changeOrgSettings, getOrgSettings } from '../../../contract/organisation/settings.ts'
import { inviteToTeam } from '../../../contract/organisation/team.ts'
import { DAY, MINUTE } from '../../../contract/time.ts'
import { limitKey } from '../../http/limit-key.ts'
import { longestWork, ownMs } from '../../http/queues/testing-own-time.ts'
import { insertMentor } from '../../mentors/mentors.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { type Person, personAt } from '../../testing-people.ts'
import { PHONES, startWithTeam } from '../people/testing.ts'
import { readWorkbook } from '../reports/files/testing-workbook.ts'
import { correctRow } from './check-list.ts'
import { deleteOldLists } from './lists.ts'
import { readListRows } from './read-list-rows.ts'

const RANA = '+971507000001'
const SAMI = '+971507000002'
const FILE = `name;phone;mentor
Rana;050 700 0001;
Noura;${PHONES.noura};
Rana again;${RANA};
Sami;${SAMI};Salma Hadad
Short;+962 79 012 34;
Huda;+971507000003;Salma Haddad
`

onEachDatabase('A list of people to invite', start => {
  test('is checked before anything happens, and a mistake can be corrected by one press', async () => {
    const { server, reem } = await startWithTeam(start)
    const { id, ready, held } = await check(reem, FILE)
    expect(ready).toBe(2)
    expect(held.map(({ number, reason, guess }) => [number, reason, guess?.text])).toEqual([
      [3, 'here', undefined],
      [4, 'twice', undefined],
      [5, 'mentor-unknown', 'Salma Haddad'],
      [6, 'phone-short', undefined],
    ])
    const sami = { number: 5, phone: SAMI, name: 'Sami', mentor: 'Salma Haddad' }
    expect(await correct(reem, id, sami)).toBeNull()
    expect(await correct(reem, id, { ...sami, number: 6 })).toMatchObject({ reason: 'twice' })
    // Reem's spreadsheet has many empty rows.
    expect(await correct(reem, id, { number: 30_000, phone: '+971507000004', name: 'Late', mentor: '' })).toBeNull()
    // Two tabs of Reem correct the same row at the same moment.
    const row = { number: 6, phone: '+971507000005', name: 'Short', mentor: '' }
    const rules = { country: undefined, countries: [], mentors: [], mentorId: null, reach: 'everybody' } as const
    const press = () => correctRow(server.services.db, { id, row }, rules, server.clock.now())
    expect(await Promise.all([press(), press()])).toEqual([null, null])
    const list = await listNow(reem, id)
    expect(list.rows.map(({ number, state, mentor }) => [number, state, mentor?.name ?? null])).toEqual([
      [2, 'ready', null],
      [5, 'ready', 'Salma Haddad'],
      [6, 'ready', null],
      [7, 'ready', 'Salma Haddad'],
      [30_000, 'ready', null],
    ])
    expect(list).toMatchObject({ state: 'ready', parts: 2, price: null })
    expect(textsTo(server, RANA)).toEqual([])
    await expect(listNow(reem, 'none')).rejects.toMatchObject({ code: 'not-found' })
  })

  test('that is a file or a pasted text is found again among those of the last days, with how many still wait', async () => {
    const { reem } = await startWithTeam(start)
    expect(await listsNow(reem)).toEqual([])
    const first = await check(reem, FILE)
    await check(reem, 'phone\n12\n')
    await reem.call(calls.linkInvitationList, { params: { id: first.id } })
    const second = await check(reem, 'رنا: ٠٥٠ ٧٠٠ ٠٠٠٨\n\u202a+971 50 700 0009\u202c', { isPasted: true })
    const shown = await listsNow(reem)
    expect(new Set(shown.map(({ id, people, waiting, state }) => [id, people, waiting, state].join(' ')))).toEqual(
      new Set([`${first.id} 2 0 ready`, `${second.id} 2 2 ready`]),
    )
  })

  test('is stored once if its reply is lost and it is sent again, and replies the same', async () => {
    const { reem } = await startWithTeam(start)
    const body = { file: Buffer.from(FILE).toString('base64'), language: 'ar' as const, mentorId: null }
    const send = () => reem.call(calls.checkInvitationList, { body }, { idempotencyKey: 'press-of-reem' })
    expect(await send()).toEqual(await send())
    expect(await listsNow(reem)).toHaveLength(1)
  })

  test('takes a chosen mentor for a row, and asks which one where two have its name', async () => {
    const { server, reem, mentorId } = await startWithTeam(start)
    const { db } = server.services
    const { id: second } = await insertMentor(db, { name: 'salma  haddad', phoneNumber: '+971507000077' }, 1)
    const { id: retired } = await insertMentor(db, { name: 'Aziz', phoneNumber: '+971507000078' }, 1)
    await db.updateTable('responders').set({ is_active: 0 }).where('id', '=', retired).execute()
    const { id, held } = await check(reem, `name;phone;mentor\nSami;${SAMI};Salma Haddad\nRana;${RANA};Nobody\n`)
    expect(held.map(({ number, reason }) => [number, reason])).toEqual([
      [2, 'mentor-several'],
      [3, 'mentor-unknown'],
    ])
    const [sami, rana] = held.map(({ number, phone, name, mentor }) => ({ number, phone, name, mentor }))
    if (!sami || !rana) throw new Error('a row is missing')
    await expect(correct(reem, id, { ...sami, mentorId: retired })).rejects.toMatchObject({ code: 'people/no-mentor' })
    expect(await correct(reem, id, { ...sami, mentorId: second })).toBeNull()
    expect(await correct(reem, id, { ...rana, mentorId })).toBeNull()
    expect(await correct(reem, id, { ...rana, mentorId }), 'again, as after a lost reply').toBeNull()
    expect(await correct(reem, id, { ...rana, mentorId: second })).toMatchObject({ reason: 'twice' })
    expect((await listNow(reem, id)).rows.map(({ number, mentor }) => [number, mentor])).toEqual([
      [2, { id: second, name: 'salma  haddad' }],
      [3, { id: mentorId, name: 'Salma Haddad' }],
    ])
    await reem.call(calls.linkInvitationList, { params: { id } })
    const links = (await reem.call(calls.getListLinks, { params: { id }, query: {} })).data
    expect(links.map(({ mentor }) => mentor)).toEqual(['salma  haddad …0077', 'Salma Haddad …1111'])
  })

  test('is sent by text, a link for each; who came or was invited within a week gets nothing', async () => {
    const { server, reem, mentorId } = await startWithTeam(start, { SMS_PRICE: '0.06 JOD' })
    const { id } = await check(reem, FILE)
    const { id: other } = await check(reem, `${FILE}Sami;${SAMI};\n`)
    expect((await listNow(reem, id)).price).toEqual({ amount: 0.06, currency: 'JOD' })
    const late = await server.signIn('+971507000003')
    await reem.call(calls.sendInvitationList, { params: { id } })
    await expect.poll(async () => (await listNow(reem, id)).state).toBe('done')
    expect((await listNow(reem, id)).rows.map(({ number, state, reason }) => [number, state, reason])).toEqual([
      [2, 'sent', null],
      [7, 'refused', 'here'],
    ])
    await reem.call(calls.linkInvitationList, { params: { id: other } })
    const ofOther = (await listNow(reem, other)).rows.map(({ number, state, reason }) => [number, state, reason])
    expect(ofOther, 'nobody gets a link beside the text').toEqual([
      [2, 'refused', 'invited'],
      [7, 'refused', 'here'],
      [8, 'linked', null],
    ])
    const [text = ''] = textsTo(server, RANA)
    const code = Number(/\?rid=(\d{12})$/.exec(text)?.[1])
    expect(text).toMatch(/^دعوة من/)
    const { sampleLink } = (await reem.call(getOrgSettings, {})).data
    expect(/http\S+$/.exec(text)?.[0], 'the settings count the letters of a real link').toHaveLength(sampleLink.length)
    expect(textsTo(server, late.phone).filter(one => one.includes('rid='))).toEqual([])
    expect((await reem.call(listInvitations, {})).data).toEqual([])

    expect((await check(reem, FILE)).held).toContainEqual(expect.objectContaining({ number: 2, reason: 'invited' }))
    const rana = await server.signIn(RANA, { responderId: code })
    const { cameBy, mentor } = (await reem.call(getPerson, { params: { uid: rana.uid } })).data
    expect([cameBy, mentor?.id]).toEqual([{ link: null, madeAt: expect.any(Number) }, mentorId])
    server.clock.advance(7 * DAY)
    const again = await server.signIn(PHONES.reem)
    expect((await check(again, `phone\n${SAMI}\n`)).ready).toBe(1)
    expect((await check(again, `phone\n${RANA}\n`)).held).toMatchObject([{ reason: 'here' }])
  })

  test('says in English the name of an organisation that has one in Arabic only', async () => {
    const { server, reem } = await startWithTeam(start)
    const { values } = (await reem.call(getOrgSettings, {})).data
    const named = { name: 'name', from: values.name, to: { ...values.name, ar: 'مركز إربد' } } as const
    await reem.call(changeOrgSettings, { body: { changes: [named] } })
    const { id } = await check(reem, `phone\n${RANA}\n`, { language: 'en' })
    const { text } = await listNow(reem, id)
    expect(text).toMatch(/[a-z]/)
    expect(text).toContain('مركز إربد')
    await reem.call(calls.sendInvitationList, { params: { id } })
    await expect.poll(async () => (await listNow(reem, id)).state).toBe('done')
    expect(textsTo(server, RANA)).toEqual([expect.stringContaining('مركز إربد')])
  })

  test('can be stopped, gone on with, or given as links; it is forgotten after a month', async () => {
    const { server, reem } = await startWithTeam(start)
    const phones = Array.from({ length: 40 }, (_, index) => `+9715071${String(index).padStart(5, '0')}`)
    const { id, ready } = await check(reem, `phone\n${phones.join('\n')}\n`)
    expect(ready).toBe(40)
    await reem.call(calls.sendInvitationList, { params: { id } })
    for (let press = 0; press < 2; press++) await reem.call(calls.stopInvitationList, { params: { id } })
    const { lines } = (await reem.call(getAuditLog, { query: {} })).data
    expect(lines.slice(0, 2)).toMatchObject([{ action: 'invitations-stopped' }, { action: 'invitations-sent' }])
    await expect.poll(async () => (await listNow(reem, id)).rows.some(({ state }) => state === 'sending')).toBe(false)
    const stopped = await listNow(reem, id)
    const left = stopped.rows.filter(({ state }) => state === 'ready').length
    expect([stopped.state, left > 0]).toEqual(['stopped', true])
    await reem.call(calls.linkInvitationList, { params: { id } })
    const { rows } = await listNow(reem, id)
    const linked = rows.filter(({ state }) => state === 'linked')
    expect(new Set(linked.map(({ code }) => code)).size).toBe(left)
    const file = async (format: string) =>
      fetch(`${server.origin}/org/v1/invitationLists/${id}/links?format=${format}&reader=ar`, {
        headers: { authorization: `Bearer ${reem.idToken}` },
      })
    const workbook = Buffer.from(await (await file('xlsx')).arrayBuffer())
    const { rows: cells } = await readWorkbook(workbook)
    expect(cells[0]).toEqual(['الاسم', 'رقم الهاتف', 'الإرشاد', 'الرابط'])
    expect(cells.slice(1).map(row => row[1])).toEqual(linked.map(({ phoneNumber }) => phoneNumber))
    const csv = await file('csv')
    expect(csv.headers.get('content-disposition')).toMatch(/filename="links-\d{4}-\d\d-\d\d\.csv"/)
    expect(await csv.text()).toContain(`/?rid=${linked[0]?.code}\r\n`)
    await deleteOldLists(server.services.db, server.clock.now() + 31 * DAY)
    await expect(listNow(reem, id)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('waits when the texts of the day are used up, says when it can go on, and then nobody gets two', async () => {
    const { server, reem } = await startWithTeam(start)
    const { db, config } = server.services
    const began = server.clock.now() - DAY + 10 * MINUTE
    const used = { key: limitKey({ name: 'code/day', of: 'everybody' }), count: 1500 * config.limitFactor - 1 }
    await db.deleteFrom('limits').where('key', '=', used.key).execute()
    await db
      .insertInto('limits')
      .values({ ...used, started_at: began })
      .execute()
    const phones = ['+971507100001', '+971507100002', '+971507100003']
    const { id } = await check(reem, `phone\n${phones.join('\n')}\n`)
    const send = async () => {
      await reem.call(calls.sendInvitationList, { params: { id } })
      await expect.poll(async () => (await listNow(reem, id)).state).not.toBe('sending')
      const { state, goesOnAt, rows } = await listNow(reem, id)
      return { state, goesOnAt, rows: rows.map(row => row.state) }
    }
    const waiting = { state: 'stopped', goesOnAt: began + DAY, rows: ['sent', 'ready', 'ready'] }
    expect(await send()).toEqual(waiting)
    expect(await send()).toEqual(waiting)
    server.clock.advance(10 * MINUTE + 1)
    expect(await send()).toEqual({ state: 'done', goesOnAt: null, rows: ['sent', 'sent', 'sent'] })
    for (const phone of phones) expect(textsTo(server, phone), phone).toHaveLength(1)
  })

  test('stops while the gateway fails; who may have got a text without its answer gets no second one', async () => {
    let isAnswering = true
    const gateway = createServer((request, response) => {
      if (isAnswering) response.writeHead(500).end()
      else request.socket.destroy()
    })
    await new Promise<void>(resolve => gateway.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void gateway.close())
    const demo = await startWithTeam(start)
    const { dataDir, databaseUrl } = demo.server.services.config
    const env = {
      LIMIT_FACTOR: '100',
      SMS_SENDER: 'webhook',
      SMS_WEBHOOK_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`,
      SMS_WEBHOOK_BODY: '{"to":"{{to}}","text":"{{text}}"}',
    }
    const server = await start({ env, dataDir, databaseUrl, clock: demo.server.clock })
    const reem = personAt(server, demo.reem)
    const file = `phone\n${[1, 2, 3, 4, 5, 6, 7].map(last => `+97150710000${last}`).join('\n')}\n`
    const { id } = await check(reem, file)
    const send = async () => {
      await reem.call(calls.sendInvitationList, { params: { id } })
      await expect.poll(async () => (await listNow(reem, id)).state).not.toBe('sending')
      const { state, rows } = await listNow(reem, id)
      return [state, ...rows.map(row => row.reason ?? row.state)]
    }
    const fiveTimes = Array(5).fill('unavailable')
    expect(await send()).toEqual(['stopped', ...fiveTimes, 'ready', 'ready'])
    isAnswering = false
    expect(await send()).toEqual(['done', ...fiveTimes, 'unknown', 'unknown'])
    const { ready, held } = await check(reem, file)
    expect([ready, held.map(({ reason }) => reason)]).toEqual([5, ['invited', 'invited']])
  })

  test('of a process that was killed is done only when it says of the text on its way that it may have arrived', async () => {
    const { server, reem } = await startWithTeam(start)
    const { id } = await check(reem, 'phone\n+971507100001\n+971507100002\n')
    await server.services.db
      .updateTable('invitation_list_rows')
      .set({ state: 'sending', invited_at: server.clock.now() })
      .where('list_id', '=', id)
      .where('row_number', '=', 2)
      .execute()
    const now = async () => {
      const { state, rows } = await listNow(reem, id)
      return [state, ...rows.map(row => row.reason ?? row.state)]
    }
    await reem.call(calls.sendInvitationList, { params: { id } })
    await expect.poll(now).toEqual(['sending', 'sending', 'sent'])
    server.clock.advance(2 * MINUTE)
    await expect.poll(now).toEqual(['done', 'unknown', 'sent'])
  })

  test('has nothing of a person who erases their account, and sends them nothing more', async () => {
    const { server, reem } = await startWithTeam(start)
    const { id } = await check(reem, FILE)
    const { id: other } = await check(reem, FILE)
    await reem.call(calls.linkInvitationList, { params: { id } })
    const code = (await listNow(reem, id)).rows[0]?.code as number
    const rana = await server.signIn(RANA, { responderId: code })
    await reem.call(inviteToTeam, { body: { phoneNumber: RANA, role: 'author' } })
    const body = { name: RANA, isNow: true }
    await reem.call(erasePerson, { params: { uid: rana.uid }, body })
    expect(await tablesWith(server, RANA, 'Rana')).toEqual([])
    await reem.call(calls.sendInvitationList, { params: { id: other } })
    await expect.poll(async () => (await listNow(reem, other)).state).toBe('done')
    expect(textsTo(server, RANA).filter(text => text.includes('rid='))).toEqual([])
  })

  test('of five thousand people holds up no other request while it is read', async () => {
    const { reem } = await startWithTeam(start)
    const file = `phone;name\n${Array.from({ length: 5000 }, (_, index) => `05070${index + 10_000};Rana`).join('\n')}`
    const longest = longestWork()
    const { ready } = await check(reem, file)
    const held = longest()
    expect(ready).toBe(5000)
    const before = ownMs()
    const rules = { country: 'AE', countries: [], mentors: [], mentorId: null, reach: 'everybody' } as const
    readListRows({ file: Buffer.from(file), isPasted: false, rules })
    expect(held, 'less than to read it once').toBeLessThan((ownMs() - before) / 2)
  })

  test('has limits: ten files an hour, one megabyte, a list', async () => {
    const { reem } = await startWithTeam(start, { LIMIT_FACTOR: '1' })
    const send = (file: Buffer | string) => check(reem, file)
    expect(await send('')).toEqual({ problem: 'empty' })
    expect(await send(Buffer.from('89504e470d0a', 'hex'))).toEqual({ problem: 'no-list' })
    const large = `phone,name\n${`+971507000001,${'x'.repeat(180)}\n`.repeat(4900)}`
    expect((await send(large)).held).toHaveLength(4899)
    await expect(send(Buffer.alloc(1024 * 1024 + 3, 'x'))).rejects.toMatchObject({ status: 400 })
    await expect(send(Buffer.alloc(2 * 1024 * 1024, 'x'))).rejects.toMatchObject({ status: 413 })
    for (let file = 4; file <= 9; file++) await send('phone\n')
    const press = { idempotencyKey: 'the-tenth-file-of-reem' }
    const tenth = await check(reem, 'phone\n+971507000001\n', {}, press)
    expect(await check(reem, 'phone\n+971507000001\n', {}, press), 'its reply was lost').toEqual(tenth)
    await expect(send('phone\n')).rejects.toMatchObject({ status: 429 })
  })
})

async function check(
  { call }: Person,
  file: string | Buffer,
  more: { language?: Language; isPasted?: boolean } = {},
  press: { idempotencyKey?: string } = {},
) {
  const body = { file: Buffer.from(file).toString('base64'), language: 'ar' as const, mentorId: null, ...more }
  return (await call(calls.checkInvitationList, { body }, press)).data as Extract<
    Awaited<ReturnType<typeof call<typeof calls.checkInvitationList>>>['data'],
    { id: string }
  >
}

async function correct({ call }: Person, id: string, row: calls.Cells & { number: number; mentorId?: number }) {
  return (await call(calls.correctInvitationRow, { params: { id }, body: row })).data.held
}

async function listsNow({ call }: Person) {
  return (await call(calls.listInvitationLists, {})).data
}

async function listNow({ call }: Person, id: string) {
  return (await call(calls.getInvitationList, { params: { id } })).data
}

/** The tables that name one of these words anywhere. */
async function tablesWith({ services: { db } }: TestServer, ...words: string[]): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await db.introspection.getTables()) {
    const rows = JSON.stringify(
      await db
        .selectFrom(name as 'users')
        .selectAll()
        .execute(),
    )
    if (words.some(word => rows.includes(word))) found.push(name)
  }
  return found
}

function textsTo(server: TestServer, phone: string): string[] {
  return server.outbox().flatMap(({ kind, to, text }) => (kind === 'sms' && to === phone ? text : []))
}
