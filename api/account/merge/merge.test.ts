import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { mergeUser, saveUser } from '../../../contract/account.ts'
import { createClient } from '../../../contract/calls/client.ts'
import { logPage } from '../../../contract/lessons.ts'
import { insertMentor } from '../../mentors/mentors.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { type Person, register } from '../../testing-people.ts'
import { requireVerified } from './merge.ts'

const PHONE = '+971501234567'
const EMAIL = 'noura@example.org'
const PASSWORD = 'step by step 1'
const LESSON = 'first-aid-en-cuts'
const SETTINGS = { env: { LIMIT_FACTOR: '100' } }

onEachDatabase('Two accounts become one', start => {
  /** Noura learned by e-mail last year, and by phone since last week. */
  async function nouraTwice(options: { env: Record<string, string> } = SETTINGS) {
    const server = await start(options)
    await server.importCourse('courses/first-aid-en')
    await server.services.catalogue.refresh()
    return { server, byPhone: await server.signIn(PHONE), byEmail: await register(server.origin, EMAIL, PASSWORD) }
  }

  test('the merged account has the progress of both and the later answer of each page, and the phone opens it', async () => {
    const { server, byPhone, byEmail } = await nouraTwice()
    const [old, recent] = [server.clock.now() - 9_000_000, server.clock.now() - 1000]
    await log(byEmail, { pageId: 'start', pageNumber: 1, answeredAt: old })
    await log(byEmail, { pageId: 'kit', pageNumber: 4, answer: ['gauze'], answeredAt: old })
    await log(byEmail, { pageId: 'first-step', pageNumber: 3, answer: 'call', answeredAt: recent })
    await log(byEmail, { pageId: 'last-time', pageNumber: 9, answer: 'I helped', answeredAt: old })
    await log(byPhone, { pageId: 'kit', pageNumber: 4, answer: ['gloves'], answeredAt: recent })
    await log(byPhone, { pageId: 'first-step', pageNumber: 3, answer: 'press', answeredAt: old })
    await log(byPhone, { pageId: 'last-time', pageNumber: 9, answeredAt: recent })
    await log(byPhone, { pageId: 'start', pageNumber: 1 }, 'first-aid-en-calm')

    const { user } = (await merge(byEmail, byPhone)).data
    expect(user).toMatchObject({
      uid: byEmail.uid,
      email: EMAIL,
      phoneNumber: PHONE,
      formerUids: [byPhone.uid],
    })
    const again = await server.signIn(PHONE)
    expect(again.uid).toBe(byEmail.uid)
    const { userLessonData } = await load(again)
    expect(userLessonData['first-aid-en-calm']).toMatchObject({ status: 'started', lastCompleted: 1 })
    expect(userLessonData[LESSON]).toEqual({
      status: 'complete',
      lastCompleted: 9,
      totalPages: 9,
      answers: { kit: ['gloves'], 'first-step': 'call', 'last-time': 'I helped' },
    })
    expect(await rowsOf(server, byPhone.uid)).toEqual({
      page_answers: 0,
      completed_lessons: 0,
      step_times: 0,
      users: 0,
      sessions: 0,
      idempotency_keys: 0,
    })
  })

  test('a page whose response was lost before the merge is sent again for the merged account, and stored once', async () => {
    const { server, byPhone, byEmail } = await nouraTwice()
    const entry = { pageId: 'kit', pageNumber: 4, answer: ['gloves'], answeredAt: 1000 }
    const first = await log(byPhone, entry, LESSON, 'lost-on-its-way')
    await merge(byEmail, byPhone)
    await log(byEmail, { ...entry, answer: ['gauze'], answeredAt: 2000 })
    expect(await log(byEmail, entry, LESSON, 'lost-on-its-way')).toEqual(first)
    expect((await load(byEmail)).userLessonData[LESSON]?.answers).toEqual({ kit: ['gauze'] })
    const other = log(byEmail, { ...entry, answer: ['tape'] }, LESSON, 'lost-on-its-way')
    await expect(other).rejects.toMatchObject({ status: 422 })
    expect(await rowsOf(server, byEmail.uid)).toMatchObject({ idempotency_keys: 1 })
  })

  test('a later page log without an answer does not erase the answer of the older account', async () => {
    const { byPhone, byEmail } = await nouraTwice()
    await log(byPhone, { pageId: 'kit', pageNumber: 4, answer: ['gloves'], answeredAt: 1000 })
    await log(byEmail, { pageId: 'kit', pageNumber: 4, answeredAt: 2000 })
    await merge(byEmail, byPhone)
    expect((await load(byEmail)).userLessonData[LESSON]?.answers).toEqual({ kit: ['gloves'] })
  })

  test('the surviving account keeps its mentor and its name, and takes over what it lacks', async () => {
    const { server, byPhone, byEmail } = await nouraTwice()
    const { db } = server.services
    for (const [index, name] of ['Salma', 'Huda'].entries())
      await insertMentor(db, { name, phoneNumber: `+97150000000${index}` }, 1)
    await save(byPhone, { displayName: 'Noura', responderId: 2 })
    await db.updateTable('users').set({ is_beta: 1, created_at: 5 }).where('uid', '=', byPhone.uid).execute()
    await db.updateTable('users').set({ responder_id: 1 }).where('uid', '=', byEmail.uid).execute()
    expect((await merge(byEmail, byPhone)).data.user).toMatchObject({
      displayName: 'Noura',
      responder_id: 1,
      isBeta: true,
      createdAt: 5,
    })
  })

  test('a surviving account without a mentor gets the mentor of the phone account', async () => {
    const { server, byPhone, byEmail } = await nouraTwice()
    await insertMentor(server.services.db, { name: 'Salma', phoneNumber: '+971500000001' }, 1)
    await save(byPhone, { displayName: 'Noura by phone' })
    await server.services.db
      .updateTable('users')
      .set({ display_name: 'Noura' })
      .where('uid', '=', byEmail.uid)
      .execute()
    expect((await merge(byEmail, byPhone)).data.user).toMatchObject({ displayName: 'Noura', responder_name: 'Salma' })
  })

  test('the old account ends at once in this process, and in the other process within five seconds', async () => {
    const { server, byPhone, byEmail } = await nouraTwice()
    const other = await server.another()
    const elsewhere = { ...byPhone, call: createClient({ base: other.origin, token: async () => byPhone.idToken }) }
    await load(elsewhere)
    await merge(byEmail, byPhone)
    await expect(load(byPhone)).rejects.toMatchObject({ status: 401 })
    // The other process still accepts its token for a moment, but writes nothing.
    await expect(log(elsewhere, { pageId: 'start', pageNumber: 1 })).rejects.toMatchObject({ status: 401 })
    await expect(load(elsewhere)).rejects.toMatchObject({ status: 401 })
    server.clock.advance(5000)
    await expect(load(elsewhere)).rejects.toMatchObject({ status: 401 })
    expect(await rowsOf(server, byPhone.uid)).toMatchObject({ page_answers: 0, users: 0 })
  })

  test('a repeated merge gets the same response', async () => {
    const { byPhone, byEmail } = await nouraTwice()
    await log(byPhone, { pageId: 'start', pageNumber: 1 })
    const first = await merge(byEmail, byPhone)
    for (let time = 0; time < 4; time++) expect(await merge(byEmail, byPhone)).toEqual(first)
    const together = await Promise.all([merge(byEmail, byPhone), merge(byEmail, byPhone)])
    expect(together).toEqual([first, first])
  })

  test('both owners are notified in both languages, without a name, a link or a code', async () => {
    const { server, byPhone, byEmail } = await nouraTwice()
    await save(byPhone, { displayName: 'Noura' })
    const before = server.outbox().length
    await merge(byEmail, byPhone)
    await expect.poll(() => server.outbox().length).toBe(before + 2)
    await merge(byEmail, byPhone)
    await sleep(100)
    const told = server.outbox().slice(before)
    expect(told.map(({ to }) => to).sort()).toEqual([PHONE, EMAIL])
    for (const { text } of told) {
      expect(text).toMatch(
        /دُمج حسابان في [٠-٩]{1,2} \p{L}+ [٠-٩]{4}\.[\s\S]*two accounts were joined on \d{1,2} \w+ \d{4}\./u,
      )
      expect(text).not.toMatch(/Noura|http|\d{6}/)
      expect(text.length).toBeLessThanOrEqual(201)
    }
  })

  test('both owners are notified even if the server stops right after', async () => {
    const { server, byPhone, byEmail } = await nouraTwice()
    const { dataDir, databaseUrl } = server.services.config
    const gateway = await slowGateway()
    const env = {
      SMS_SENDER: 'webhook',
      SMS_WEBHOOK_URL: gateway.url,
      SMS_WEBHOOK_BODY: '{"to":"{{to}}","text":"{{text}}"}',
    }
    const leaving = await start({ dataDir, databaseUrl, clock: server.clock, env })
    const call = createClient({ base: leaving.origin, token: async () => byEmail.idToken })
    await merge({ ...byEmail, call }, byPhone)
    await leaving.services.close()
    expect(gateway.taken()).toBe(1)
    expect(server.outbox().at(-1)?.to).toBe(EMAIL)
    gateway.close()
  })

  test('the log says that accounts were merged, who did it and from which IP address, without a phone, an e-mail address or a token', async () => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const { byPhone, byEmail } = await nouraTwice({ env: { LIMIT_FACTOR: '100', LOG_LEVEL: 'info' } })
    await merge(byEmail, byPhone)
    await expect.poll(() => String(written.mock.calls)).toContain('/merge')
    const logged = String(written.mock.calls)
    written.mockRestore()
    expect(logged).toMatch(
      new RegExp(`"reqId".*"/disciple/v2/user/:uid/merge","status":200.*"uid":"${byEmail.uid}".*"ipAddress":"127`),
    )
    for (const secret of [PHONE, EMAIL, byPhone.idToken]) expect(logged).not.toContain(secret)
  })

  test("Yousef's own e-mail account cannot take over Noura's phone account without its token", async () => {
    const { server, byPhone, byEmail } = await nouraTwice()
    const yousef = await register(server.origin, 'yousef@example.org', PASSWORD)
    const no = { status: 403, code: 'auth/merge-proof-required' }
    const signedOut = await server.signIn(PHONE)
    await server.services.db.updateTable('sessions').set({ revoked_at: 1 }).where('uid', '=', byPhone.uid).execute()
    server.clock.advance(5001)
    const [head, claims] = byPhone.idToken.split('.')
    for (const proof of [
      undefined,
      '',
      'nonsense',
      yousef.idToken,
      byEmail.idToken,
      signedOut.idToken,
      signedOut.refreshToken,
      `${head}.${claims}.`,
    ]) {
      await expect(merge(yousef, byPhone, { proof }), String(proof)).rejects.toMatchObject(no)
    }
    const mine = await server.signIn(PHONE)
    expect(mine.uid).toBe(byPhone.uid)
    expect((await load(yousef)).user.phoneNumber).toBeNull()
  })

  test('accounts that do not fit together are refused, and nothing moves', async () => {
    const { server, byPhone, byEmail } = await nouraTwice()
    const before = await everything(server)
    for (const [what, status, code, wrong] of [
      ['in the name of somebody else', 403, 'forbidden', { uid: 'somebody' }],
      ['an account with itself', 400, 'bad-request', { phoneUid: 'own' }],
      ['an account that nobody knows', 403, 'auth/merge-proof-required', { phoneUid: 'nobody' }],
      ['with a phone that is not that of the account', 403, 'forbidden', { phoneNumber: '+971509999999' }],
      ['with the phone written otherwise', 403, 'forbidden', { phoneNumber: PHONE.slice(1) }],
      ['without a phone', 400, 'bad-request', { phoneNumber: undefined }],
    ] as const) {
      await expect(merge(byEmail, byPhone, wrong), what).rejects.toMatchObject({ status, code })
      expect(await everything(server), what).toEqual(before)
    }
  })

  test('only an account without a phone can take over, and only an account without an e-mail address can be taken over', async () => {
    const { server, ...noura } = await nouraTwice()
    for (const [whose, change, status, code] of [
      ['byEmail', { phone_number: '+971507777777' }, 409, 'auth/email-already-in-use'],
      ['byEmail', { email: null }, 403, 'forbidden'],
      ['byPhone', { email: 'other@example.org' }, 403, 'forbidden'],
      ['byPhone', { phone_number: null }, 403, 'forbidden'],
    ] as const) {
      const as = await recordOf(server, noura[whose])
      await set(server, noura[whose], change)
      const before = await everything(server)
      const what = JSON.stringify(change)
      await expect(merge(noura.byEmail, noura.byPhone), what).rejects.toMatchObject({ status, code })
      expect(await everything(server), what).toEqual(before)
      await set(server, noura[whose], as)
    }
    await merge(noura.byEmail, noura.byPhone)
  })

  test("nobody can take over a mentor's own account", async () => {
    const { server, byPhone, byEmail } = await nouraTwice()
    await insertMentor(server.services.db, { name: 'Salma', phoneNumber: PHONE }, 1)
    await expect(merge(byEmail, byPhone)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('a blocked phone account and an erased one cannot be merged', async () => {
    const { server, byPhone, byEmail } = await nouraTwice()
    await set(server, byPhone, { blocked_at: 1 })
    server.clock.advance(5001)
    await expect(merge(byEmail, byPhone)).rejects.toMatchObject({ code: 'auth/merge-proof-required' })
    await server.services.db.deleteFrom('users').where('uid', '=', byPhone.uid).execute()
    await server.services.db
      .insertInto('closed_accounts')
      .values({ uid: byPhone.uid, merged_into: null, closed_at: 1 })
      .execute()
    await expect(merge(byEmail, byPhone)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('when two accounts take over one phone account at once, from two processes, one of them gets all of it', async () => {
    const { server, byPhone, byEmail } = await nouraTwice()
    const other = await server.another()
    for (let page = 1; page <= 4; page++) await log(byPhone, { pageId: PAGES[page - 1], pageNumber: page })
    const second = await register(server.origin, 'yousef@example.org', PASSWORD)
    const there = { ...second, call: createClient({ base: other.origin, token: async () => second.idToken }) }
    const outcomes = await Promise.allSettled([merge(byEmail, byPhone), merge(there, byPhone)])
    const errors = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(errors).toMatchObject([{ status: 409, code: 'conflict' }])
    const [winner, loser] = outcomes[0]?.status === 'fulfilled' ? [byEmail, second] : [second, byEmail]
    expect((await load(winner)).userLessonData[LESSON]).toMatchObject({ lastCompleted: 4 })
    expect((await load(loser)).userLessonData).toEqual({})
    expect((await load(loser)).user).toMatchObject({ phoneNumber: null, formerUids: [] })
  })

  test("an account that is closed during the check of its token still counts as its owner's", async () => {
    const { server, byPhone, byEmail } = await nouraTwice()
    const { db, identity } = server.services
    const requireSignIn: typeof identity.requireSignIn = async signIn => {
      await merge(byEmail, byPhone)
      return identity.requireSignIn(signIn)
    }
    const proof = { token: byPhone.idToken, phoneUid: byPhone.uid }
    await expect(requireVerified(db, { ...identity, requireSignIn }, proof)).resolves.toBeUndefined()
  })

  test('data that an account took over before goes along with the next merge', async () => {
    const { server, byPhone, byEmail } = await nouraTwice()
    await server.services.db
      .insertInto('closed_accounts')
      .values({ uid: 'long-ago', merged_into: byPhone.uid, closed_at: 1 })
      .execute()
    expect((await merge(byEmail, byPhone)).data.user.formerUids).toEqual(['long-ago', byPhone.uid])
  })

  test('the twenty-first merge of an hour has to wait', async () => {
    const { byPhone, byEmail } = await nouraTwice({ env: { LIMIT_FACTOR: '1' } })
    for (let time = 0; time < 20; time++)
      await expect(merge(byEmail, byPhone, { proof: 'x' })).rejects.toMatchObject({ status: 403 })
    await expect(merge(byEmail, byPhone)).rejects.toMatchObject({ status: 429, code: 'auth/quota-exceeded' })
  })

  test('a page log at the same moment as the merge is on the surviving account or refused, never lost or left behind', async () => {
    const { server } = await nouraTwice()
    const other = await server.another()
    for (let round = 0; round < 4; round++) {
      const byPhone = await server.signIn(`+97150987650${round}`)
      const byEmail = await register(server.origin, `noura-${round}@example.org`, PASSWORD)
      const elsewhere = { ...byPhone, call: createClient({ base: other.origin, token: async () => byPhone.idToken }) }
      await load(elsewhere)
      const merging = sleep(round).then(() => merge(byEmail, byPhone))
      const logs = await Promise.allSettled(
        PAGES.map((pageId, index) =>
          log(index % 2 ? byPhone : elsewhere, { pageId, pageNumber: index + 1, answer: 'x' }),
        ),
      )
      await merging
      const acked = PAGES.filter((_, index) => logs[index]?.status === 'fulfilled')
      const { answers } = (await load(byEmail)).userLessonData[LESSON] ?? { answers: {} }
      expect([round, Object.keys(answers).sort()]).toEqual([round, acked.sort()])
      const reasons = logs.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason.status] : []))
      expect(new Set([401, ...reasons])).toEqual(new Set([401]))
      expect(await rowsOf(server, byPhone.uid)).toMatchObject({ page_answers: 0, completed_lessons: 0 })
    }
  })
})

const PAGES = ['start', 'pressure', 'first-step', 'kit', 'kinds', 'words', 'confidence', 'kit-this-year', 'last-time']

type Wrong = { uid?: string; phoneUid?: string; phoneNumber?: string | undefined; proof?: string | undefined }

type Anybody = Pick<Person, 'uid' | 'call'>

/** Accepts a text after a short delay. */
async function slowGateway() {
  let taken = 0
  const http = createServer(async (_request, response) => {
    await sleep(300)
    taken++
    response.end()
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, taken: () => taken, close: () => http.close() }
}

function merge(by: Anybody, phone: Person, wrong: Wrong = {}) {
  const { uid = by.uid, phoneUid = phone.uid } = wrong
  const phoneNumber = 'phoneNumber' in wrong ? wrong.phoneNumber : phone.phone
  const proof = 'proof' in wrong ? wrong.proof : phone.idToken
  const body = { phoneUid: phoneUid === 'own' ? by.uid : phoneUid, phoneNumber: phoneNumber as string }
  return by.call(
    mergeUser,
    { params: { uid }, body },
    proof === undefined ? {} : { headers: { 'X-Merge-Proof': proof } },
  )
}

async function save({ call, uid }: Anybody, body: Record<string, unknown>) {
  return (await call(saveUser, { params: { uid }, body })).data
}

function load(person: Anybody) {
  return save(person, {})
}

function log(who: Anybody, entry: object, lessonId = LESSON, idempotencyKey?: string) {
  const call = { params: { lessonId }, body: { userId: who.uid, ...entry } as never }
  return who.call(logPage, call, idempotencyKey ? { idempotencyKey } : {})
}

function set(server: TestServer, { uid }: Anybody, change: object) {
  return server.services.db.updateTable('users').set(change).where('uid', '=', uid).execute()
}

function recordOf(server: TestServer, { uid }: Anybody) {
  return server.services.db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
}

const KEPT = ['page_answers', 'completed_lessons', 'step_times', 'users', 'sessions', 'idempotency_keys'] as const

async function rowsOf({ services: { db } }: TestServer, uid: string) {
  const counts = await Promise.all(
    KEPT.map(async table => [table, (await db.selectFrom(table).selectAll().where('uid', '=', uid).execute()).length]),
  )
  return Object.fromEntries(counts)
}

async function everything({ services: { db } }: TestServer) {
  return Promise.all(
    ([...KEPT, 'closed_accounts'] as const).map(table => db.selectFrom(table).selectAll().orderBy('uid').execute()),
  )
}
