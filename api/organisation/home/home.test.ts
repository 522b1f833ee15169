import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { getInbox } from '../../../contract/inbox/inbox.ts'
import { checkDraft } from '../../../contract/organisation/checking/findings.ts'
import { getOrgHome, showFirstSteps } from '../../../contract/organisation/home.ts'
import { changeMentor, listMentors } from '../../../contract/organisation/mentors.ts'
import { listPeople } from '../../../contract/organisation/people.ts'
import { blockPerson, unblockPerson } from '../../../contract/organisation/person-acts.ts'
import { getMentorReport, getVoiceReport } from '../../../contract/organisation/reports.ts'
import { changeOrgSettings, getOrgSettings } from '../../../contract/organisation/settings.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import { DAY, HOUR, MINUTE } from '../../../contract/time.ts'
import { noteProof } from '../../backups/prove-backup-set.ts'
import { courseFolder } from '../../courses/testing.ts'
import { insertMentor } from '../../mentors/mentors.ts'
import { send } from '../../messages/testing.ts'
import { onEachDatabase } from '../../testing.ts'
import { newPhone, type Person } from '../../testing-people.ts'
import { atDesk, startWithAuthors } from '../courses/testing.ts'
import { startWithTeam } from '../people/testing.ts'

const GB = 1024 ** 3

onEachDatabase('The home of the organisation', start => {
  const kinds = async ({ call }: Person) => (await call(getOrgHome, {})).data.items.map(({ kind }) => kind)

  test('says who waits longer than two days, and no longer when the mentor has answered', async () => {
    const { server, reem, noura, salma, mentorId } = await startWithTeam(start)
    expect(await kinds(reem)).toEqual(['one-owner'])
    await send(noura, mentorId, 'Can you help me?')
    expect(await kinds(reem)).toEqual(['one-owner'])
    server.clock.advance(2 * DAY + HOUR)
    const again = await server.signIn(reem.phone)
    const [item] = (await again.call(getOrgHome, {})).data.items
    expect(item).toMatchObject({ kind: 'waiting', count: 1, mentorId, mentor: 'Salma Haddad' })

    // Two mentors of one name have two waiting learners each, and Hiba has three.
    const { db } = server.services
    const twin = await insertMentor(db, { name: 'Salma Haddad', phoneNumber: '+971507000077' }, 1)
    const hiba = await insertMentor(db, { name: 'Hiba', phoneNumber: '+971507000078' }, 1)
    const wait = { kind: 'message', lesson_id: '', page_id: '', ended_at: null, ended_by: null, how: null } as const
    for (const id of [mentorId, twin.id, twin.id, hiba.id, hiba.id, hiba.id]) {
      const { uid } = await server.signIn(newPhone())
      await db.updateTable('users').set({ responder_id: id }).where('uid', '=', uid).execute()
      await db
        .insertInto('waits')
        .values({ ...wait, learner_uid: uid, began_at: 1, is_voice: 0 })
        .execute()
    }
    const [busiest] = (await again.call(getOrgHome, {})).data.items
    expect(busiest).toMatchObject({ kind: 'waiting', count: 7, mentorId: hiba.id, mentor: 'Hiba' })
    await db.deleteFrom('waits').where('began_at', '=', 1).execute()

    await send(await server.signIn(salma.phone), noura.uid, 'Yes')
    expect(await kinds(again)).toEqual(['one-owner'])
  })

  test('says that learners wait for a mentor who is away, until somebody stands in who is there', async () => {
    const { server, reem, noura, yousef, salma, mentorId } = await startWithTeam(start)
    const { db } = server.services
    const lina = await server.signIn(newPhone())
    const { id: coverId } = await insertMentor(db, { name: 'Lina', phoneNumber: lina.phone }, 1)
    const change = (id: number, away: { until: null; coverId: number | null } | null) =>
      reem.call(changeMentor, { params: { id: String(id) }, body: { away } })
    const item = async ({ call }: Person) =>
      (await call(getOrgHome, {})).data.items.find(({ kind }) => kind === 'nobody-stands-in')
    await change(mentorId, { until: null, coverId: null })
    expect(await item(reem), 'nobody waits').toBeUndefined()
    await send(noura, mentorId, 'Can you help me?')
    await send(noura, mentorId, 'Are you there?')
    const mentors = [{ id: mentorId, name: 'Salma Haddad', uid: salma.uid }]
    expect(await item(reem)).toEqual({ kind: 'nobody-stands-in', count: 1, mentors })
    await change(mentorId, { until: null, coverId })
    expect(await item(reem)).toBeUndefined()
    await change(coverId, { until: null, coverId: null })
    expect(await item(reem), 'the stand-in is away, too').toMatchObject({ count: 1, mentors })

    const limit = async (limitedTo: number[]) => {
      await reem.call(setRoles, { params: { uid: yousef.uid }, body: { roles: ['coordinator'], limitedTo } })
      return item(yousef)
    }
    expect(await limit([coverId]), 'these are no learners of hers').toBeUndefined()
    expect(await limit([mentorId])).toMatchObject({ count: 1, mentors })
    await change(coverId, null)
    expect(await item(yousef), 'a stand-in that she does not see is one, too').toBeUndefined()
    await change(mentorId, { until: null, coverId: null })
    expect(await item(reem)).toBeDefined()
    await change(mentorId, null)
    expect(await item(reem)).toBeUndefined()
  })

  test('a blocked learner keeps nobody busy: no figure of those who wait has them, nor their mentor’s list', async () => {
    const { server, reem, noura, salma, mentorId } = await startWithTeam(start)
    await send(noura, mentorId, 'Can you help me?')
    await server.services.db.updateTable('waits').set({ is_voice: 1 }).execute()
    server.clock.advance(2 * DAY + HOUR)
    const [again, mentor] = [await server.signIn(reem.phone), await server.signIn(salma.phone)]
    const figures = async () => {
      const { counts, total } = (await again.call(listPeople, { query: { filter: 'waiting' } })).data
      const report = (await again.call(getMentorReport, { query: {} })).data
      return {
        home: await kinds(again),
        ...{ people: total, counted: counts?.waiting },
        ofMentor: (await again.call(listMentors, {})).data[0]?.waiting,
        inReport: report.mentors.map(({ waiting, unheard }) => [waiting, unheard]),
        voices: (await again.call(getVoiceReport, { query: {} })).data.count,
        inInbox: (await mentor.call(getInbox, {})).data.filter(({ waitingSince }) => waitingSince !== null).length,
      }
    }
    const one = { people: 1, counted: 1, ofMentor: 1, inReport: [[1, 1]], voices: 1, inInbox: 1 }
    expect(await figures()).toEqual({ home: ['waiting', 'unheard', 'one-owner'], ...one })
    await again.call(blockPerson, { params: { uid: noura.uid }, body: { reason: 'Two accounts' } })
    server.clock.advance(MINUTE)
    const none = { people: 0, counted: 0, ofMentor: 0, inReport: [[0, 0]], voices: 0, inInbox: 0 }
    expect(await figures()).toEqual({ home: ['one-owner'], ...none })
    await again.call(unblockPerson, { params: { uid: noura.uid } })
    expect(await kinds(again)).toEqual(['waiting', 'unheard', 'one-owner'])
  })

  test('names the first steps to owners until they hide them; a step is done once its work is', async () => {
    const { reem, noura } = await startWithTeam(start)
    const steps = async () => (await reem.call(getOrgHome, {})).data.firstSteps
    const done = async () => (await steps()).filter(({ isDone }) => isDone).map(({ kind }) => kind)
    expect(await done()).not.toContain('name')
    expect(await done()).toContain('mentor')
    const { name } = (await reem.call(getOrgSettings, {})).data.values
    const changes = [{ name: 'name' as const, from: name, to: { ...name, ar: 'خطوات الأمل' } }]
    await reem.call(changeOrgSettings, { body: { changes } })
    expect(await done()).toContain('name')
    await reem.call(showFirstSteps, { body: { isShown: false } })
    expect(await steps()).toEqual([])
    await reem.call(showFirstSteps, { body: { isShown: true } })
    expect(await steps()).toHaveLength(5)
    await expect(noura.call(showFirstSteps, { body: { isShown: true } })).rejects.toMatchObject({ status: 403 })
  })

  test('says what only an owner can mend to owners, and nothing about people to authors', async () => {
    const { server, reem, noura, yousef, mentorId } = await startWithTeam(start, { NIGHTLY_BACKUP: 'on' })
    const { db } = server.services
    await send(noura, mentorId, 'Can you help me?')
    await db.updateTable('waits').set({ began_at: 1, is_voice: 1 }).where('learner_uid', '=', noura.uid).execute()
    await db.updateTable('users').set({ responder_id: null }).where('uid', '=', yousef.uid).execute()
    expect(await kinds(reem)).toEqual(['backup', 'waiting', 'unheard', 'no-mentor', 'one-owner'])
    await noteProof(db, { at: server.clock.now(), madeAt: server.clock.now() })
    expect(await kinds(reem)).toEqual(['waiting', 'unheard', 'no-mentor', 'one-owner'])
    const giveRoom = (capacity: number | null) => db.updateTable('responders').set({ capacity }).execute()
    await giveRoom(1)
    expect(await kinds(reem)).toEqual(['waiting', 'unheard', 'no-mentor', 'mentors-full', 'one-owner'])
    await giveRoom(null)
    expect(await kinds(reem)).not.toContain('mentors-full')
    await noteProof(db, { at: server.clock.now(), problem: 'damaged' })
    expect(await kinds(reem)).toContain('backup')
    const block = (blocked_at: number | null) =>
      db.updateTable('users').set({ blocked_at }).where('uid', '=', yousef.uid).execute()
    await block(1)
    expect(await kinds(reem), 'nobody needs a mentor who is blocked').not.toContain('no-mentor')
    await block(null)

    await reem.call(setRoles, { params: { uid: yousef.uid }, body: { roles: ['coordinator'] } })
    expect(await kinds(yousef)).toEqual(['waiting', 'unheard'])
    await reem.call(setRoles, { params: { uid: yousef.uid }, body: { roles: ['author'] } })
    expect(await kinds(yousef)).toEqual([])
    await reem.call(setRoles, { params: { uid: yousef.uid }, body: { roles: ['owner'] } })
    expect(await kinds(reem)).not.toContain('one-owner')
  })

  test('says which drafts could be published, once nobody has written in them for a day', async () => {
    const { server, reem, omar } = await startWithAuthors(start)
    await server.importCourse(courseFolder())
    const params = { id: 'tea' }
    const write = async (from: string, to: string) => {
      const author = await server.signIn(omar.phone)
      const desk = atDesk(author, 'tea')
      await desk.look()
      await desk.write({ op: 'set', path: ['course', 'title'], from, to })
      await author.call(checkDraft, { params, query: {} })
      server.clock.advance(DAY)
    }
    const ready = async (phone: string) => {
      const { items } = (await (await server.signIn(phone)).call(getOrgHome, {})).data
      return items.find(({ kind }) => kind === 'drafts-ready')
    }
    await write('A cup of tea', 'Tea')
    const drafts = [{ courseId: 'tea', title: 'Tea' }]
    for (const { phone } of [reem, omar]) expect(await ready(phone)).toMatchObject({ drafts })
    await write('Tea', 'Green tea')
    server.clock.advance(-HOUR)
    expect(await ready(omar.phone), 'somebody wrote today').toBeUndefined()
    server.clock.advance(HOUR)
    await write('Green tea', '')
    expect(await ready(omar.phone), 'it has a mistake').toBeUndefined()
    await write('', 'A cup of tea')
    expect(await ready(omar.phone), 'nothing differs').toBeUndefined()
  })

  test('says to owners that less than fifteen in a hundred of the disk is left, and no longer when there is room', async () => {
    const disk = { totalBytes: 100 * GB, freeBytes: 15 * GB }
    const { reem, yousef } = await startWithTeam(options => start({ ...options, diskSpaceOf: async () => disk }))
    await reem.call(setRoles, { params: { uid: yousef.uid }, body: { roles: ['coordinator'] } })
    const { room } = (await reem.call(getOrgSettings, {})).data
    expect(room).toMatchObject({ totalBytes: 100 * GB, freeBytes: 15 * GB, uploadsStopBytes: 5 * GB })
    expect(await kinds(reem)).not.toContain('room')
    disk.freeBytes -= 1
    expect((await reem.call(getOrgHome, {})).data.items).toContainEqual({ kind: 'room', percent: 14 })
    expect(await kinds(yousef)).not.toContain('room')
    disk.freeBytes += GB
    expect(await kinds(reem)).not.toContain('room')
  })

  test('says that the last mail could not be sent, until one arrives', async () => {
    const { server, reem } = await startWithTeam(start)
    const { senders, config } = server.services
    const mail = { to: 'noura@example.org', subject: 'Hello', text: 'Hello' }
    const outbox = `${config.dataDir}/outbox.jsonl`
    rmSync(outbox, { force: true })
    mkdirSync(outbox)
    await expect(senders.sendMail(mail)).rejects.toThrow()
    expect(await kinds(reem)).toContain('sending')
    rmSync(outbox, { recursive: true })
    await senders.sendMail(mail)
    expect(await kinds(reem)).not.toContain('sending')
  })

  test('says two weeks before that the https certificate ends, and no longer when it is renewed', async () => {
    const site = createServer(certificateFor(5)).listen(0, '127.0.0.1')
    onTestFinished(() => void site.close())
    await once(site, 'listening')
    const origin = `https://127.0.0.1:${(site.address() as AddressInfo).port}`
    const { server, reem } = await startWithTeam(start, { PUBLIC_URL: origin })
    const days = async ({ call }: Person) => {
      const { items } = (await call(getOrgHome, {})).data
      return items.flatMap(item => (item.kind === 'certificate' ? item.days : []))
    }
    await expect.poll(() => days(reem)).toHaveLength(1)
    site.setSecureContext(certificateFor(90))
    server.clock.advance(2 * HOUR)
    const again = await server.signIn(reem.phone)
    await expect.poll(() => days(again)).toEqual([])
  })
})

/** A self-signed certificate. */
function certificateFor(days: number): { key: Buffer; cert: Buffer } {
  const words = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-subj', '/CN=127.0.0.1']
  const pem = execFileSync('openssl', ['req', ...words, '-days', `${days}`, '-keyout', '-', '-out', '-'], {
    stdio: 'pipe',
  })
  return { key: pem, cert: pem }
}
