import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeName, eraseAccount } from '../../contract/account.ts'
import { namedCalls } from '../../contract/all-calls.ts'
import { createClient } from '../../contract/calls/client.ts'
import { listCourses } from '../../contract/courses.ts'
import { getUpdates } from '../../contract/messages.ts'
import { signOut } from '../../contract/sign-in/session.ts'
import { HOUR, MINUTE } from '../../contract/time.ts'
import type { Db } from '../database/tables.ts'
import { onEachDatabase, onPostgres, onSqlite } from '../testing.ts'
import { isKnown, type Person } from '../testing-people.ts'
import { type Counter, deleteLimitsOf, type LimitName, limitKey } from './limit-key.ts'
import { consume, refund } from './limits.ts'
import { networkOf } from './network.ts'

const UID = 'noura_1'

const OF_NOURA: Counter[] = [
  { name: 'log', of: { uid: UID } },
  { name: 'change-email/hour', of: { uid: UID } },
  { name: 'code/hour', of: { phone: '+971501234567' } },
  { name: 'reset/hour', of: { email: 'noura@example.org' } },
  { name: 'password/day', of: { email: 'noura@example.org', deviceId: 'phone' } },
]
const OF_OTHERS: Counter[] = [
  { name: 'push', of: { uid: `x${UID}` } },
  { name: 'push', of: { uid: `${UID}x` } },
  // In a pattern of SQL, the underscore would be any letter.
  { name: 'push', of: { uid: 'nouraX1' } },
  { name: 'events', of: { network: networkOf('203.0.113.7') } },
  { name: 'code/day', of: { numbers: '+971' } },
  { name: 'code/day', of: 'everybody' },
]

/** For each limit, the first column of its row in docs/limits.md. */
const ROWS: Record<LimitName, string> = {
  'code/half-minute': 'codes sent',
  'code/ten-minutes': 'codes sent',
  'code/hour': 'codes sent',
  'code/day': 'codes sent',
  'approval/day': 'requests for approval',
  'approval/hour': 'requests for approval',
  'approve/hour': 'wrong numbers of requests',
  'guess/day': 'guesses of a code',
  'wrong-guess/hour': 'wrong guesses',
  'wrong-in-a-row': 'wrong guesses in a row for a phone',
  'password/minute': 'wrong passwords',
  'password/quarter': 'wrong passwords',
  'password/day': 'wrong passwords',
  'password/hour': 'wrong passwords',
  'new-address/hour': 'new accounts by e-mail',
  'reset/hour': 'links to set a new password',
  'change-email/hour': 'codes for another e-mail address',
  'uniquePhone/minute': '"does this phone have an account?", with a solved challenge',
  'uniquePhone/hour': '"does this phone have an account?", with a solved challenge',
  changeName: 'changes of the own name',
  merge: 'merges',
  myData: "downloads of one's own data, and tries of a link to prepared data",
  accountKeys: 'keys for a PIN on a shared phone',
  textConsent: 'consent to text messages given or taken back',
  'no-more': 'wrong links to end text messages',
  'phone-link': 'links to a draft for a phone',
  'phone-link/guess': 'wrong tokens of such links',
  'course-film': 'films that an author begins to send',
  'course-file': 'pictures, sounds and captions that an author sends',
  'course-import': 'courses that an author imports from a file',
  'course-zip': 'courses that an author saves as a file',
  'team-read': "reads and changes on the organisation's side",
  'team-write': "reads and changes on the organisation's side",
  'team-refused': "refused calls of the organisation's side in the log",
  'team-join/hour': 'invitations to the team opened and taken',
  'team-describe/hour': 'what an invitation to the team offers, before the sign-in',
  'team-recover/hour': 'tries of the recovery code',
  'new-phone/day': 'new phone numbers allowed',
  'new-phone-text': 'new phone numbers allowed',
  'try-sending/hour': 'test messages from the settings',
  'invitation-list/hour': 'lists of people to invite',
  'invitation/second': 'invitations by SMS',
  'report-file': 'reports saved as a file',
  lessonFile: 'manifests of lesson files',
  log: 'pages logged',
  saveAudio: 'recordings sent',
  send: 'messages sent or refused',
  push: 'changes of a push subscription',
  events: 'analytics calls, of 100 events at most',
}

/** Counted in the memory of each process, by `inMemoryLimiter`. */
const IN_A_PROCESS = 'in a process'
const ONE_ROW = 'a short statement about one row'
const OF_MENTORS = 'for mentors only, who are few and known'
const ONCE = 'needs a secret that only a mail or a session has'

/** What limits each call that writes, or why nothing does. */
const LIMIT_OF_CALL: Record<string, LimitName | typeof IN_A_PROCESS | { none: string }> = {
  askApproval: 'approval/day',
  becomeFirstOwner: { none: 'in a demo, and once' },
  cancelErasure: { none: ONE_ROW },
  changeEmail: { none: 'five guesses for each code, and codes have a limit' },
  changeName: 'changeName',
  confirmAgain: 'guess/day',
  confirmCode: 'guess/day',
  createByEmail: 'new-address/hour',
  decideRequest: 'approve/hour',
  declineKindWord: { none: OF_MENTORS },
  describeTeamInvitation: 'team-describe/hour',
  eraseAccount: { none: ONE_ROW },
  findRequest: 'approve/hour',
  handOverLearner: { none: OF_MENTORS },
  joinTeam: 'team-join/hour',
  linkEmail: 'new-address/hour',
  linkPhone: 'guess/day',
  logPage: 'log',
  markHandled: { none: OF_MENTORS },
  markReceivedSeen: IN_A_PROCESS,
  markReviewed: { none: OF_MENTORS },
  mergeUser: 'merge',
  readApproval: IN_A_PROCESS,
  readResetLink: { none: ONCE },
  readTeamInvitation: 'team-join/hour',
  recover: 'team-recover/hour',
  refreshToken: { none: ONCE },
  resetPassword: { none: ONCE },
  saveAudio: 'saveAudio',
  saveReplies: { none: OF_MENTORS },
  saveUser: IN_A_PROCESS,
  saveVoice: 'saveAudio',
  sendCode: 'code/day',
  sendEmailCode: 'change-email/hour',
  sendEvents: 'events',
  sendMessage: 'send',
  sendOtherCode: 'code/day',
  sendResetLink: 'reset/hour',
  setAway: { none: OF_MENTORS },
  setDisplayName: 'changeName',
  setKindWordsEnded: { none: OF_MENTORS },
  setTextConsent: 'textConsent',
  getSharedFile: 'phone-link/guess',
  getSharedFilm: 'phone-link/guess',
  showDraft: 'phone-link/guess',
  signInByEmail: 'password/day',
  signOut: { none: ONE_ROW },
  subscribe: 'push',
  undoHandOver: { none: OF_MENTORS },
  unsubscribe: { none: ONE_ROW },
}

// All calls that need a role are limited together (`api/team/authorize.ts`).
test('each call that writes has a limit, or a reason why it needs none', () => {
  const writing = namedCalls.filter(({ endpoint: { method, roles } }) => method !== 'GET' && !roles)
  const advice = 'count its uses with `consume` (docs/CONTRIBUTING.md, "A limit"), and name the limit in LIMIT_OF_CALL'
  expect(writing.map(({ name }) => name).toSorted(), advice).toEqual(Object.keys(LIMIT_OF_CALL).toSorted())
})

test('each limit has a row in docs/limits.md', () => {
  const lines = readFileSync('docs/limits.md', 'utf8').split('\n')
  const missing = Object.entries(ROWS).filter(([, what]) => !lines.some(line => line.startsWith(`| ${what} |`)))
  expect(missing, 'write the row, or say in ROWS above what it is called now').toEqual([])
})

onEachDatabase('Counts of limits', start => {
  test('all that name a person are found when she is erased, and no other', async () => {
    const { services, clock } = await start()
    const { db } = services
    // With the present time, because the hourly work, which begins with the server, deletes old counts.
    for (const counter of [...OF_NOURA, ...OF_OTHERS])
      await consume(db, { ...counter, max: 1, perMs: MINUTE }, clock.now())

    for (const name of [UID, '+971501234567', 'noura@example.org']) await deleteLimitsOf(db, name)

    expect(await storedKeys(db)).toEqual(OF_OTHERS.map(limitKey).toSorted())
  })
})

onEachDatabase('A limit of frequent calls', (start, database) => {
  test('is shared by all processes on PostgreSQL, and writes nothing on SQLite', async () => {
    const { services, clock, another } = await start()
    const isShared = database === 'postgres'
    const { db: other } = isShared ? (await another()).services : services
    const limit = { name: 'log', of: { uid: UID }, max: 2, perMs: MINUTE } as const
    await consume(services.db, limit, clock.now())
    await consume(other, limit, clock.now())
    await expect(consume(services.db, limit, clock.now())).rejects.toMatchObject({ status: 429 })
    expect(await storedKeys(services.db)).toEqual(isShared ? [limitKey(limit)] : [])

    clock.advance(MINUTE)
    await consume(other, limit, clock.now())
  })
})

onSqlite('The program of one person that asks without a pause', start => {
  test('is refused after 1,200 calls in a minute, later than others who ask after it are answered', async () => {
    const { origin, signIn, clock } = await start()
    const [noura, yousef] = [await signIn('+971501234567'), await signIn('+971501234568')]
    const courses = ({ idToken }: Person) =>
      fetch(origin + listCourses.path, { headers: { authorization: `Bearer ${idToken}` } })
    clock.stop()
    clock.advance(MINUTE)
    for (let count = 0; count < 1200; count++) expect((await courses(noura)).status).toBe(200)

    const answered: string[] = []
    const refused = courses(noura).finally(() => answered.push('noura'))
    expect((await courses(yousef).finally(() => answered.push('yousef'))).status).toBe(200)
    expect((await refused).status).toBe(429)
    expect(Number((await refused).headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(answered).toEqual(['yousef', 'noura'])

    clock.advance(MINUTE)
    expect((await courses(noura)).status).toBe(200)
  })
})

onPostgres('Uses that are taken back', start => {
  test('are locked in the order of those that are counted, so that neither waits for the other', async () => {
    const { services, clock } = await start()
    const { db } = services
    const numbers: Counter = { name: 'code/hour', of: { numbers: '+97150123xxxx' } }
    const network: Counter = { name: 'code/hour', of: { network: networkOf('203.0.113.7') } }
    const setCount = (trx: Db, counter: Counter) =>
      trx.updateTable('limits').set({ count: 3 }).where('key', '=', limitKey(counter)).execute()
    const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`
    for (const counter of [network, numbers]) await consume(db, { ...counter, max: 5, perMs: HOUR }, clock.now())
    const refunded = await db.transaction().execute(async trx => {
      await setCount(trx, numbers)
      const refunding = refund(db, [network, numbers])
      await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count).toBe(1)
      await setCount(trx, network)
      return { refunding }
    })
    await refunded.refunding
    expect(await db.selectFrom('limits').select('count').execute()).toEqual([{ count: 2 }, { count: 2 }])
  })
})

onEachDatabase('A clock that is set back', start => {
  async function startAhead() {
    const server = await start()
    server.clock.advance(HOUR)
    const noura = await server.signIn('+971501234567')
    return { server, noura, setBack: () => server.clock.advance(-HOUR) }
  }

  test('ends the limits that it filled before', async () => {
    const { noura, setBack } = await startAhead()
    const rename = () => noura.call(changeName, { body: { name: 'Noura' } })
    const poll = () => noura.call(getUpdates, { query: {} })
    for (let count = 0; count < 10; count++) await rename()
    for (let count = 0; count < 120; count++) await poll()
    await expect(rename()).rejects.toMatchObject({ status: 429 })
    await expect(poll()).rejects.toMatchObject({ status: 429 })
    setBack()
    await rename()
    await poll()
  })

  test('makes a sign-in of before no recent one', async () => {
    const { noura, setBack } = await startAhead()
    setBack()
    await expect(noura.call(eraseAccount, {})).rejects.toMatchObject({ code: 'auth/requires-recent-login' })
  })

  test('keeps no session that ends in another process', async () => {
    const { server, noura, setBack } = await startAhead()
    expect(await isKnown(server, noura)).toBe(true)
    setBack()
    const other = await server.another()
    await createClient({ base: other.origin, token: async () => noura.idToken })(signOut, {})
    server.clock.advance(5000)
    expect(await isKnown(server, noura)).toBe(false)
  })
})

test('the keys are those of the rows that are stored already', () => {
  expect([...OF_NOURA, ...OF_OTHERS].map(limitKey)).toEqual([
    'log:noura_1',
    'change-email/hour/noura_1',
    'code/hour/+971501234567',
    'reset/hour/noura@example.org',
    'password/day/noura@example.org/phone',
    'push/xnoura_1',
    'push/noura_1x',
    'push/nouraX1',
    'events:203.0.113.7',
    'code/day/+971',
    'code/day',
  ])
})

test('the compiler refuses a key that is put together elsewhere', () => {
  // @ts-expect-error: the name of a limit names nobody.
  const named: Counter = { name: `push/${UID}`, of: 'everybody' }
  // @ts-expect-error: a whole IPv6 address is one of very many that a household has.
  const whole: Counter = { name: 'events', of: { network: '2001:db8::1' } }
  const written = (db: Db) =>
    // @ts-expect-error: the key is not from `limitKey`.
    db.insertInto('limits').values({ key: `${UID}/push`, started_at: 1, count: 1 })
  expect([named, whole, written]).toHaveLength(3)
})

async function storedKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('limits').select('key').execute()
  return rows.map(({ key }) => key).toSorted()
}
