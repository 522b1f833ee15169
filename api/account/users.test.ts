import { beforeAll, expect, test } from 'vitest'
import { changeName, saveUser } from '../../contract/account.ts'
import { setDisplayName } from '../../contract/sign-in/session.ts'
import { insertMentor } from '../mentors/mentors.ts'
import { inboxKey } from '../messages/hub/hub.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import { newPhone, type Person } from '../testing-people.ts'

const NOURA = '+971501234567'
const YOUSEF = '+971507654321'

onEachDatabase('A person and their record', start => {
  /** This server has no mentor. */
  let shared: TestServer
  beforeAll(async () => {
    shared = await start({ isForAll: true })
  })

  test('Noura signs in for the first time and gets her own record, and nothing else', async () => {
    const phone = newPhone()
    const noura = await shared.signIn(phone)
    const { data } = await save(noura, {})
    expect(data).toEqual({
      user: {
        uid: noura.uid,
        displayName: null,
        email: null,
        phoneNumber: phone,
        responder_id: null,
        responder_name: null,
        isBeta: false,
        mentorId: null,
        createdAt: expect.any(Number),
        isNew: true,
        formerUids: [],
        eraseAt: null,
      },
      userLessonData: {},
    })
    expect(noura.uid).toMatch(/^[A-Za-z0-9]{20,}$/)
  })

  test('an account is new for a minute', async () => {
    const server = await start()
    // On a busy machine a call takes longer than the second that is left.
    server.clock.stop()
    const noura = await server.signIn(NOURA)
    server.clock.advance(59_000)
    expect((await save(noura, {})).data.user.isNew).toBe(true)
    server.clock.advance(2_000)
    expect((await save(noura, {})).data.user.isNew).toBe(false)
  })

  test('Noura keeps her record and her name when she signs in again', async () => {
    const server = await start()
    const first = await server.signIn(NOURA)
    await save(first, { displayName: 'Noura' })
    server.clock.advance(60_000)
    const second = await server.signIn(NOURA)
    expect(second.uid).toBe(first.uid)
    for (const displayName of [
      undefined,
      '',
      '   ',
      null,
      5,
      ['x'],
      '\u202e',
      '\u200b\u2060',
      '\u200f',
      '\u3164\u2800',
    ]) {
      expect((await save(second, { displayName })).data.user.displayName).toBe('Noura')
    }
  })

  test("nobody can read or write another person's record, or learn whether it exists", async () => {
    const noura = await shared.signIn(newPhone())
    const yousef = await shared.signIn(newPhone())
    const answers = await Promise.all(
      [noura.uid, 'nobody'].map(uid =>
        yousef.call(saveUser, { params: { uid }, body: { displayName: 'Mine now' } }).catch(error => error),
      ),
    )
    expect(answers[0]).toMatchObject({ status: 403, code: 'forbidden' })
    expect(answers[0]).toEqual(answers[1])
    expect((await save(noura, {})).data.user.displayName).toBeNull()
  })

  test('fields that Noura may not set are ignored', async () => {
    const noura = await shared.signIn(newPhone())
    const before = await rowOf(shared, noura)
    const answer = await save(noura, JSON.parse(GREEDY))
    expect(answer.success).toBe(true)
    expect(await rowOf(shared, noura)).toEqual(before)
    expect(JSON.stringify(answer)).not.toContain('stolen')
  })

  test.each([
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['  نورة\u0007  العلي\n', 'نورة العلي'],
    ['\u202eevil\u202c\u2066x\u2069', 'evilx'],
    ['=cmd()', '=cmd()'],
    ['👩‍🏫'.repeat(100), [...'👩‍🏫'.repeat(100)].slice(0, 100).join('')],
    ['a\ud800b', 'a\ufffdb'],
  ])('the name %j is stored as %j', async (given, kept) => {
    const noura = await shared.signIn(newPhone())
    expect((await save(noura, { displayName: given })).data.user.displayName).toBe(kept)
  })

  test('Noura changes her name on its own', async () => {
    const noura = await shared.signIn(newPhone())
    await noura.call(setDisplayName, { body: { displayName: ' Noura\u202e ' } })
    expect((await save(noura, {})).data.user.displayName).toBe('Noura')
    await expect(noura.call(setDisplayName, { body: { displayName: ' ' } })).rejects.toMatchObject({ status: 400 })
  })

  test('Noura gives a name, changes it and removes it; her mentor sees it, and Yousef keeps his', async () => {
    const server = await start()
    const salma = await insertMentor(server.services.db, { name: 'Salma', phoneNumber: '+971500000001' }, 1)
    const noura = await server.signIn(NOURA)
    const yousef = await server.signIn(YOUSEF)
    await save(yousef, { displayName: 'Yousef' })
    for (const [name, displayName] of [
      ['  نورة\u202e\u0007 سالم ', 'نورة سالم'],
      ['👩‍🏫'.slice(0, 2).repeat(100), '👩'.repeat(100)],
      ['', null],
      ['Noura', 'Noura'],
      ['\u200b\u2060', null],
    ] as const) {
      const listening = server.services.hub.subscribe(inboxKey(salma.id))
      let isTold = false
      const told = listening.news(5000, new AbortController().signal).then(() => {
        isTold = true
      })
      expect((await noura.call(changeName, { body: { name } })).data).toEqual({ displayName })
      await expect.poll(() => isTold).toBe(true)
      await told
      listening.stop()
      expect((await save(noura, {})).data.user.displayName).toBe(displayName)
    }
    const tooLong = noura.call(changeName, { body: { name: 'n'.repeat(101) } })
    await expect(tooLong).rejects.toMatchObject({ status: 400, code: 'bad-request' })
    expect((await save(yousef, {})).data.user.displayName).toBe('Yousef')
  })

  test('an eleventh change of the name within a minute has to wait, by either call', async () => {
    const noura = await shared.signIn(newPhone())
    for (let count = 0; count < 10; count++) await noura.call(changeName, { body: { name: 'Noura' } })
    await expect(noura.call(changeName, { body: { name: '' } })).rejects.toMatchObject({ status: 429 })
    const naming = noura.call(setDisplayName, { body: { displayName: 'Nour' } })
    await expect(naming).rejects.toMatchObject({ status: 429, code: 'auth/too-many-requests' })
    expect((await save(noura, {})).data.user.displayName).toBe('Noura')
  })

  test('twenty simultaneous first calls make one record with one mentor, and the next wish is ignored', async () => {
    const server = await start()
    for (const [index, name] of ['Salma', 'Huda'].entries())
      await insertMentor(server.services.db, { name, phoneNumber: `+97150000000${index}` }, 1)
    const noura = await server.signIn(NOURA)
    await server.services.db.updateTable('users').set({ responder_id: null }).execute()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => save(noura, { responderId: (index % 2) + 1 })),
    )
    const [first, ...others] = answers.map(answer => answer.data.user)
    for (const other of others) expect(other).toEqual(first)
    const responderId = 3 - (first?.responder_id as number)
    expect((await save(noura, { responderId })).data.user).toEqual(first)
    expect(await server.services.db.selectFrom('users').select('uid').execute()).toEqual([{ uid: noura.uid }])
  })

  test('a person who tries many mentor ids is stopped, and has seen one name', async () => {
    const server = await start()
    await insertMentor(server.services.db, { name: 'Salma', phoneNumber: '+971500000001' }, 1)
    await insertMentor(server.services.db, { name: 'Huda', phoneNumber: '+971500000002' }, 1)
    const noura = await server.signIn(NOURA)
    const names = new Set<string | null>()
    let lastError: unknown
    for (let responderId = 1; responderId < 80 && !lastError; responderId++) {
      await save(noura, { responderId }).then(
        ({ data }) => names.add(data.user.responder_name),
        error => {
          lastError = error
        },
      )
    }
    expect(names).toEqual(new Set(['Salma']))
    expect(lastError).toMatchObject({ status: 429, code: 'auth/too-many-requests' })
  })
})

const GREEDY = `{ "uid": "stolen", "id": "stolen", "email": "stolen@example.org", "phoneNumber": "+971501111111",
  "isBeta": true, "is_beta": 1, "is-beta": 1, "responder_id": 7, "responderId": "7abc", "responder_name": "stolen",
  "role": "admin", "admin": true, "createdAt": 1, "created_at": 1, "emailVerified": true, "idToken": "stolen",
  "userLessonData": { "stolen": {} }, "disabled": false, "loading": true, "isNew": true }`

function save({ call, uid }: Person, body: Record<string, unknown>) {
  return call(saveUser, { params: { uid }, body })
}

function rowOf({ services }: TestServer, { uid }: Person) {
  return services.db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
}
