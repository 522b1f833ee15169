import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveUser } from '../../../contract/account.ts'
import { createClient } from '../../../contract/calls/client.ts'
import { listCourses } from '../../../contract/courses.ts'
import { setDisplayName } from '../../../contract/sign-in/session.ts'
import { DAY } from '../../../contract/time.ts'
import { filesIn } from '../../account/personal-data/testing-zip.ts'
import { insertMentor } from '../../mentors/mentors.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { type Person, register } from '../../testing-people.ts'
import type { Command } from '../command.ts'
import { inviteCommand } from '../mentors/invite.ts'
import { blockCommand, unblockCommand } from './block.ts'
import { cancelErasureCommand, eraseCommand } from './erase.ts'
import { exportDataCommand } from './export-data.ts'
import { findPersonCommand, listLearnersCommand } from './find-person.ts'
import { setBetaCommand } from './set-beta.ts'
import { signOutEverywhereCommand } from './sign-out-everywhere.ts'

const NOURA = '+971501234567'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'step-by-step-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

onEachDatabase('What an operator can do for one person', start => {
  async function type(server: TestServer, command: Command, line: string): Promise<string> {
    const printed: string[] = []
    const { db, config } = server.services
    await command.run({ db, config, words: line.split(' '), print: line => printed.push(line) })
    return printed.join('\n')
  }

  async function startWithNoura(env: Record<string, string> = {}) {
    const server = await start({ env })
    return { server, noura: await server.signIn(NOURA) }
  }

  test('a person is named by phone, e-mail address or uid, and in one way only', async () => {
    const { server, noura } = await startWithNoura()
    const rania = await register(server.origin, 'rania@example.org', 'step by step 1')
    expect(await type(server, setBetaCommand, '--phone +٩٧١٥٠١٢٣٤٥٦٧')).toBe(`${NOURA} sees beta courses.`)
    expect((await load(noura)).isBeta).toBe(true)
    await type(server, setBetaCommand, `--uid ${noura.uid} --off`)
    expect((await load(noura)).isBeta).toBe(false)
    await type(server, setBetaCommand, '--email Rania@Example.org')
    expect((await load(rania)).isBeta).toBe(true)

    const expectFailure = (line: string) => expect(type(server, setBetaCommand, line)).rejects
    await expectFailure('').toThrow('npm run admin -- set-beta --phone +971501234567')
    await expectFailure('--phone').toThrow('npm run admin -- set-beta --phone')
    await expectFailure(`--phone ${NOURA} --uid ${noura.uid}`).toThrow('in one way')
    await expectFailure('--phone +971509999999').toThrow('Nobody signs in with +971509999999')
    await expectFailure('--phone 0501234567').toThrow('Enter a valid phone number')
    await expectFailure('--email nobody@example.org').toThrow('Nobody signs in with nobody@example.org')
    await expectFailure("--uid '").toThrow("Nobody signs in with '")
  })

  test('a person is found by a part of their name, phone, e-mail address or uid', async () => {
    const { server, noura } = await startWithNoura()
    await insertMentor(server.services.db, { name: 'Salma', phoneNumber: '+971500000001' }, 1)
    await noura.call(saveUser, { params: { uid: noura.uid }, body: {} })
    await noura.call(setDisplayName, { body: { displayName: 'نورة Saleh' } })
    const { uid } = await register(server.origin, 'rania@example.org', 'step by step 1')
    const today = new Date().toISOString().slice(0, 10)
    const line = `${NOURA}  نورة Saleh  with Salma  seen ${today}  ${noura.uid}`
    for (const part of ['saleh', 'نُورہ', '050 123 4567', '٠٥٠ ١٢٣ ٤٥٦٧', '1234567', noura.uid])
      expect(await type(server, findPersonCommand, part)).toBe(line)
    expect(await type(server, findPersonCommand, 'rania@')).toContain(uid)
    expect(await type(server, findPersonCommand, '%')).toBe('Nobody found.')
    await server.signIn('+971500000001')
    for (const words of ['', '--responder 1'])
      expect((await type(server, listLearnersCommand, words)).split('\n')).toHaveLength(2)
    await expect(type(server, findPersonCommand, ' ')).rejects.toThrow('npm run admin -- find-person noura')
  })

  test('a blocked person is signed out everywhere within five seconds, cannot sign in, and can be unblocked', async () => {
    const { server, noura } = await startWithNoura()
    const other = await server.another()
    const elsewhere = { ...noura, call: createClient({ base: other.origin, token: async () => noura.idToken }) }
    await load(elsewhere)
    await type(server, blockCommand, `--phone ${NOURA}`)
    server.clock.advance(5000)
    for (const person of [noura, elsewhere])
      await expect(person.call(listCourses, { query: {} })).rejects.toMatchObject({
        status: 403,
        code: 'auth/login-blocked',
      })
    server.clock.advance(60_000)
    await expect(server.signIn(NOURA)).rejects.toMatchObject({ status: 403, code: 'auth/login-blocked' })
    await type(server, unblockCommand, `--phone ${NOURA}`)
    server.clock.advance(60_000)
    expect((await server.signIn(NOURA)).uid).toBe(noura.uid)
  })

  test('a person who is signed out everywhere has no session left, and can sign in again', async () => {
    const { server, noura } = await startWithNoura()
    const other = await server.another()
    const elsewhere = { ...noura, call: createClient({ base: other.origin, token: async () => noura.idToken }) }
    await load(elsewhere)
    await type(server, signOutEverywhereCommand, `--uid ${noura.uid}`)
    server.clock.advance(60_000)
    for (const person of [noura, elsewhere]) await expect(load(person)).rejects.toMatchObject({ status: 401 })
    expect(await load(await server.signIn(NOURA))).toMatchObject({ uid: noura.uid })
  })

  test('everybody is signed out at once, and each can sign in again', async () => {
    const { server, noura } = await startWithNoura()
    const people = [noura, await server.signIn('+971501234568')]
    const refused = type(server, signOutEverywhereCommand, `--everybody --uid ${noura.uid}`)
    await expect(refused).rejects.toThrow('not both')
    expect(await load(noura)).toMatchObject({ uid: noura.uid })
    await type(server, signOutEverywhereCommand, '--everybody')
    server.clock.advance(60_000)
    for (const person of people) await expect(load(person)).rejects.toMatchObject({ status: 401 })
    expect(await load(await server.signIn(NOURA))).toMatchObject({ uid: noura.uid })
  })

  test('the data of a person goes to a new file that only its owner can read', async () => {
    const { server, noura } = await startWithNoura()
    const file = join(folder, 'noura.zip')
    await type(server, exportDataCommand, `--phone ${NOURA} ${file}`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const files = await filesIn(readFileSync(file))
    expect(JSON.parse(files['data.json']?.toString() as string).account).toMatchObject({ uid: noura.uid })

    writeFileSync(file, 'precious')
    const again = type(server, exportDataCommand, `${file} --phone ${NOURA}`)
    await expect(again).rejects.toThrow('is there already')
    expect(readFileSync(file, 'utf8')).toBe('precious')
    const nowhere = join(folder, 'nowhere', 'noura.zip')
    await expect(type(server, exportDataCommand, `--phone ${NOURA} ${nowhere}`)).rejects.toThrow('ENOENT')
    expect(existsSync(nowhere)).toBe(false)
    await expect(type(server, exportDataCommand, `--phone ${NOURA}`)).rejects.toThrow('Name the file to write')
  })

  test('a person is erased in seven days, the erasure is cancelled, and then erased at once', async () => {
    const { server, noura } = await startWithNoura()
    const day = new Date(Date.now() + 7 * DAY).toISOString().slice(0, 10)
    expect(await type(server, eraseCommand, `--phone ${NOURA}`)).toContain(`erased on ${day}`)
    expect((await load(noura)).eraseAt).toBeGreaterThan(Date.now() + 6 * DAY)
    await type(server, cancelErasureCommand, `--uid ${noura.uid}`)
    expect((await load(noura)).eraseAt).toBeNull()
    await type(server, eraseCommand, `--phone ${NOURA} --now`)
    server.clock.advance(5000)
    await expect(load(noura)).rejects.toMatchObject({ status: 401 })
    await expect(type(server, cancelErasureCommand, `--phone ${NOURA}`)).rejects.toThrow('Nobody signs in')
    expect(await server.services.db.selectFrom('users').selectAll().execute()).toEqual([])
  })

  test('a mentor whose learner account is erased stays a mentor', async () => {
    const { server } = await startWithNoura()
    await insertMentor(server.services.db, { name: 'Salma', phoneNumber: NOURA }, 1)
    await type(server, eraseCommand, `--phone ${NOURA} --now`)
    expect(await server.services.db.selectFrom('responders').select('name').execute()).toEqual([{ name: 'Salma' }])
  })

  test('an invitation leads to its mentor, even if bare numbers are not accepted', async () => {
    const { server } = await startWithNoura({ INVITES: 'signed', PUBLIC_URL: 'https://learn.example' })
    const { db } = server.services
    for (const [index, name] of ['Salma', 'Huda', 'Omar'].entries())
      await insertMentor(db, { name, phoneNumber: `+97150000000${index}` }, 1)
    await db.updateTable('responders').set({ is_active: 0 }).where('name', '=', 'Omar').execute()
    const link = await type(server, inviteCommand, '--responder 2')
    expect(link).toMatch(/^https:\/\/learn\.example\/\?rid=2\d{12}$/)
    expect(await type(server, inviteCommand, '--phone +971500000001')).toBe(link)

    const yousef = await server.signIn('+971507654321')
    await db.updateTable('users').set({ responder_id: null }).where('uid', '=', yousef.uid).execute()
    const responderId = Number(new URL(link).searchParams.get('rid'))
    const { data } = await yousef.call(saveUser, { params: { uid: yousef.uid }, body: { responderId } })
    expect(data.user.responder_name).toBe('Huda')

    const expectFailure = (line: string) => expect(type(server, inviteCommand, line)).rejects
    await expectFailure('').toThrow('npm run admin -- invite --responder 2')
    await expectFailure('--responder 2 --phone +971500000001').toThrow('in one way')
    await expectFailure('--responder 4').toThrow('There is no mentor number 4')
    await expectFailure('--phone +971507654321').toThrow("is no mentor's phone")
    await expectFailure('--responder 3').toThrow('Omar is retired and takes no learners')
    await db.updateTable('responders').set({ id: 9007 }).where('id', '=', 2).execute()
    await expectFailure('--responder 9007').toThrow('Invitations reach mentor number 9006')
    await db.updateTable('responders').set({ id: 9006 }).where('id', '=', 9007).execute()
    expect(Number(new URL(await type(server, inviteCommand, '--responder 9006')).searchParams.get('rid'))).toSatisfy(
      Number.isSafeInteger,
    )
  })
})

async function load({ call, uid }: Pick<Person, 'call' | 'uid'>) {
  return (await call(saveUser, { params: { uid }, body: {} })).data.user
}
