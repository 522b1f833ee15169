import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { cancelErasure, eraseAccount, getMyData, refreshToken, saveUser } from '../../../contract/account.ts'
import { logPage } from '../../../contract/lessons.ts'
import { DAY, MINUTE } from '../../../contract/time.ts'
import type { Db } from '../../database/tables.ts'
import { startHourlyWork } from '../../hourly-work.ts'
import { insertMentor } from '../../mentors/mentors.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { type Person, register } from '../../testing-people.ts'
import { deleteExpiredClosedAccounts } from '../closed-accounts.ts'
import { eraseDue } from './erase.ts'
import { ownData } from './own-data.ts'
import type { PersonalData } from './personal-data.ts'
import { filesIn } from './testing-zip.ts'

const NOURA = '+971501234567'
const YOUSEF = '+971507654321'
const LESSON = 'first-aid-en-cuts'

onEachDatabase('The data that is stored about a person', start => {
  async function startWithNoura() {
    const server = await start()
    await server.importCourse('courses/first-aid-en')
    await server.services.catalogue.refresh()
    await insertMentor(server.services.db, { name: 'Salma', phoneNumber: '+971500000001' }, 1)
    return { server, noura: await server.signInBySms(NOURA) }
  }

  test("Noura downloads all of her data, and none of Yousef's", async () => {
    const { server, noura } = await startWithNoura()
    const yousef = await server.signIn(YOUSEF)
    await noura.call(saveUser, { params: { uid: noura.uid }, body: { displayName: 'نورة' } })
    await log(noura, { pageId: 'kit', pageNumber: 4, answer: ['gauze', 'gloves'], answeredAt: 86_400_000 })
    await log(noura, { pageId: 'last-time', pageNumber: 9, answer: 'قبل سنة' })
    await log(yousef, { pageId: 'last-time', pageNumber: 9, answer: 'mine alone' })

    const { response, files } = await download(server, noura)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="step-by-step-data.zip"')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(Object.keys(files)).toEqual(['data.json'])
    const text = files['data.json']?.toString() as string
    const { writtenAt, account, lessons, steps } = JSON.parse(text)
    expect({ writtenAt, account, lessons, steps }).toEqual({
      writtenAt: expect.stringMatching(ISO),
      account: {
        uid: noura.uid,
        displayName: 'نورة',
        phoneNumber: NOURA,
        phoneSince: expect.stringMatching(ISO),
        email: null,
        emailSince: null,
        emailProvedAt: null,
        mentor: 'Salma',
        isBeta: false,
        createdAt: expect.stringMatching(ISO),
        beganAt: expect.stringMatching(ISO),
        lastActiveAt: expect.stringMatching(ISO),
        formerUids: [],
        blockedAt: null,
        blockReason: null,
        cameBy: null,
        signedOutAt: null,
        eraseAt: null,
        signedInAt: [expect.stringMatching(ISO)],
        codesSentAt: [expect.stringMatching(ISO)],
      },
      lessons: [
        {
          lessonId: LESSON,
          title: 'Cuts and small bleeds',
          course: 'first-aid-en',
          completedAt: expect.stringMatching(ISO),
          pages: [
            {
              pageId: 'kit',
              answer: ['gauze', 'gloves'],
              answerInWords: [expect.stringMatching(/gauze/i), expect.stringMatching(/gloves/i)],
              answeredAt: '1970-01-02T00:00:00.000Z',
            },
            { pageId: 'last-time', answer: 'قبل سنة', answeredAt: expect.stringMatching(ISO) },
          ],
        },
      ],
      steps: [{ at: expect.stringMatching(ISO) }],
    })
    for (const secret of ['mine alone', YOUSEF, yousef.uid, noura.refreshToken, 'hash', 'sessionId'])
      expect(text).not.toContain(secret)
  })

  test('recordings are in the zip unchanged, and each is opened only when it is written', async () => {
    const { server, noura } = await startWithNoura()
    let open = 0
    const bytes = (number: number) => Buffer.alloc(300_000, number)
    const recordings: PersonalData = {
      ...NOTHING_KEPT,
      name: 'recordings',
      collect: async () => ({
        json: { count: 3 },
        files: [1, 2, 3].map(number => ({
          name: `recordings/${number}.mp3`,
          open: () => {
            open += 1
            return Readable.from([bytes(number)]).on('close', () => (open -= 1))
          },
        })),
      }),
    }
    const zip = await buffer(await ownData(server.services.db, [recordings], noura.uid, 0))
    const files = await filesIn(zip)
    expect(Object.keys(files).sort()).toEqual(['data.json', ...[1, 2, 3].map(number => `recordings/${number}.mp3`)])
    for (const number of [1, 2, 3]) expect(files[`recordings/${number}.mp3`]?.equals(bytes(number))).toBe(true)
    expect(JSON.parse(files['data.json']?.toString() as string).recordings).toEqual({ count: 3 })
    expect(open).toBe(0)
  })

  test('a download needs a sign-in, and the sixth download of an hour has to wait', async () => {
    const { server, noura } = await startWithNoura()
    await expect(server.call(getMyData, {})).rejects.toMatchObject({ status: 401 })
    for (let time = 0; time < 5; time++) expect((await download(server, noura)).response.status).toBe(200)
    await expect(noura.call(getMyData, {})).rejects.toMatchObject({ status: 429 })
  })

  test('Noura asks twice for her account to be erased, and then cancels it', async () => {
    const { server, noura } = await startWithNoura()
    const { data } = await noura.call(eraseAccount, {})
    expect(Math.abs(data.eraseAt - server.clock.now() - 7 * DAY)).toBeLessThan(MINUTE)
    server.clock.advance(4 * MINUTE)
    expect((await noura.call(eraseAccount, {})).data).toEqual(data)
    expect((await load(noura)).user.eraseAt).toBe(data.eraseAt)
    await noura.call(cancelErasure, {})
    expect((await load(noura)).user.eraseAt).toBeNull()
    server.clock.advance(8 * DAY)
    await eraseAllDue(server)
    expect(await usersIn(server.services.db)).toEqual([noura.uid])
  })

  test('six minutes after the sign-in, erasing the account needs a new sign-in', async () => {
    const { server, noura } = await startWithNoura()
    server.clock.advance(6 * MINUTE)
    const no = { status: 400, code: 'auth/requires-recent-login' }
    await expect(noura.call(eraseAccount, {})).rejects.toMatchObject(no)
    expect((await load(noura)).user.eraseAt).toBeNull()
    const fresh = await server.signIn(NOURA)
    await fresh.call(eraseAccount, {})
  })

  test('after seven days no row names Noura any more, and Yousef still has all of his', async () => {
    const { server, noura } = await startWithNoura()
    const yousef = await server.signIn(YOUSEF)
    for (const person of [noura, yousef]) {
      const options = { idempotencyKey: `key-of-${person.uid}` }
      await log(person, { pageId: 'last-time', pageNumber: 9, answer: 'قبل سنة' }, options)
    }
    const { db } = server.services
    await db.insertInto('closed_accounts').values({ uid: 'former', merged_into: noura.uid, closed_at: 1 }).execute()
    const { eraseAt } = (await noura.call(eraseAccount, {})).data
    server.clock.advance(eraseAt - server.clock.now() - MINUTE)
    await eraseAllDue(server)
    expect(await usersIn(db)).toContain(noura.uid)
    server.clock.advance(2 * MINUTE)
    // A process also erases due accounts when it starts.
    await server.another({ beginsWork: true })
    await expect.poll(() => usersIn(db)).toEqual([yousef.uid])

    const left = await everything(db)
    expect(left).not.toContain(NOURA)
    expect(left.split(noura.uid)).toHaveLength(2)
    expect(left).toContain(yousef.uid)
    const closed = await db.selectFrom('closed_accounts').selectAll().orderBy('uid').execute()
    expect(closed.map(row => [row.uid, row.merged_into])).toEqual(
      [
        ['former', null],
        [noura.uid, null],
      ].sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1)),
    )
    expect((await load(await server.signIn(YOUSEF))).userLessonData[LESSON]).toMatchObject({ status: 'complete' })
    await expect(load(noura)).rejects.toMatchObject({ status: 401 })
    const refresh = (uid: string) => server.call(refreshToken, { body: { refreshToken: noura.refreshToken, uid } })
    await expect(refresh(noura.uid), 'her phone learns it').rejects.toMatchObject({ code: 'auth/account-erased' })
    await expect(refresh(yousef.uid)).rejects.toMatchObject({ code: 'auth/user-token-expired' })
    const again = await server.signIn(NOURA)
    expect(again.uid).not.toBe(noura.uid)
    expect((await load(again)).userLessonData).toEqual({})
  })

  test('an account with an e-mail address is erased as completely', async () => {
    const { server } = await startWithNoura()
    const { db } = server.services
    const rania = await register(server.origin, 'rania_k@example.org', 'step by step 1')
    await register(server.origin, 'raniaxk@example.org', 'step by step 1')
    await rania.call(eraseAccount, {})
    server.clock.advance(7 * DAY)
    await eraseAllDue(server)
    const left = await everything(db)
    expect(left).not.toContain('rania_k@example.org')
    expect(left.split(rania.uid)).toHaveLength(2)
    expect(left).toContain('raniaxk@example.org')
  })

  test('an erasure that fails half-way changes nothing, is repeated later, and does not delay others', async () => {
    const { server, noura } = await startWithNoura()
    const yousef = await server.signIn(YOUSEF)
    const { db, personalDataSources, identity } = server.services
    await log(noura, { pageId: 'last-time', pageNumber: 9, answer: 'x' })
    for (const person of [noura, yousef]) await person.call(eraseAccount, {})
    server.clock.advance(7 * DAY)
    const removed: string[] = []
    let isBroken = true
    const breaking: PersonalData = {
      ...NOTHING_KEPT,
      erase: async (_trx, uid) => {
        if (isBroken && uid === noura.uid) throw new Error('the disk is away')
        return async () => void removed.push(uid)
      },
    }
    const failures: string[] = []
    const setting = {
      personalDataSources: [...personalDataSources, breaking],
      accounts: identity.accounts,
      now: server.clock.now(),
    }
    await eraseDue(db, setting, error => failures.push(error.message))
    expect(failures).toEqual(['the disk is away'])
    expect(await usersIn(db)).toEqual([noura.uid])
    expect(removed).toEqual([yousef.uid])
    expect((await db.selectFrom('page_answers').select('uid').execute()).map(row => row.uid)).toEqual([noura.uid])

    isBroken = false
    await eraseDue(db, setting, error => failures.push(error.message))
    expect(await usersIn(db)).toEqual([])
    expect(removed).toEqual([yousef.uid, noura.uid])
  })

  test('an erasure is done though another hourly task fails', async () => {
    const { server, noura } = await startWithNoura()
    const { services } = server
    await noura.call(eraseAccount, {})
    server.clock.advance(7 * DAY)
    const deleteExpired = () => Promise.reject(new Error('the disk is away'))
    const stop = startHourlyWork({ ...services, identity: { ...services.identity, deleteExpired } })
    await expect.poll(() => usersIn(services.db)).toEqual([])
    await stop()
  })

  test('two processes that erase at once erase each account once', async () => {
    const { server, noura } = await startWithNoura()
    await noura.call(eraseAccount, {})
    server.clock.advance(7 * DAY)
    const other = await server.another()
    await Promise.all([server, other, server, other].map(eraseAllDue))
    const closed = await server.services.db.selectFrom('closed_accounts').select('uid').execute()
    expect(closed).toEqual([{ uid: noura.uid }])
  })

  test('an erased account is remembered for 400 days, a merged one for ever', async () => {
    const { server } = await startWithNoura()
    const { db } = server.services
    await db
      .insertInto('closed_accounts')
      .values([
        { uid: 'erased', merged_into: null, closed_at: 0 },
        { uid: 'erased-later', merged_into: null, closed_at: 1 },
        { uid: 'merged', merged_into: 'noura', closed_at: 0 },
      ])
      .execute()
    await deleteExpiredClosedAccounts(db, 400 * DAY + 1)
    const left = await db.selectFrom('closed_accounts').select('uid').orderBy('uid').execute()
    expect(left.map(row => row.uid)).toEqual(['erased-later', 'merged'])
  })
})

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const NOTHING_KEPT: PersonalData = {
  name: 'nothing',
  collect: async () => ({ json: [] }),
  move: async () => {},
  erase: async () => undefined,
}

async function download({ origin }: TestServer, { idToken }: Person) {
  const response = await fetch(`${origin}/identity/v1/myData`, { headers: { Authorization: `Bearer ${idToken}` } })
  return { response, files: await filesIn(Buffer.from(await response.arrayBuffer())) }
}

function log(who: Person, entry: object, options: { idempotencyKey?: string } = {}) {
  return who.call(logPage, { params: { lessonId: LESSON }, body: { userId: who.uid, ...entry } as never }, options)
}

async function load({ call, uid }: Person) {
  return (await call(saveUser, { params: { uid }, body: {} })).data
}

function eraseAllDue({ services: { db, personalDataSources, identity }, clock }: TestServer) {
  return eraseDue(db, { personalDataSources, accounts: identity.accounts, now: clock.now() }, error => {
    throw error
  })
}

async function usersIn(db: Db): Promise<string[]> {
  return (await db.selectFrom('users').select('uid').orderBy('created_at').execute()).map(row => row.uid)
}

/** Every row of every table that could name a person, as one text. */
async function everything(db: Db): Promise<string> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name as 'users')
  const contents = tables.filter(name => !['courses', 'lessons'].includes(name))
  return JSON.stringify(await Promise.all(contents.map(name => db.selectFrom(name).selectAll().execute())))
}
