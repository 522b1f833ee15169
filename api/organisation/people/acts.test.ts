import { beforeAll, expect, test } from 'vitest'
import { saveUser } from '../../../contract/account.ts'
import { getAway } from '../../../contract/inbox/away.ts'
import { getInbox } from '../../../contract/inbox/inbox.ts'
import { saveReplies } from '../../../contract/inbox/saved-replies.ts'
import { createCourse } from '../../../contract/organisation/courses.ts'
import { makeInvitation } from '../../../contract/organisation/invitations.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import { changeMentor, listMentors, moveLearners, undoMove } from '../../../contract/organisation/mentors.ts'
import { getPerson } from '../../../contract/organisation/people.ts'
import * as calls from '../../../contract/organisation/person-acts.ts'
import { inviteToTeam, setRoles } from '../../../contract/organisation/team.ts'
import { DAY, HOUR } from '../../../contract/time.ts'
import type { Command } from '../../commands/command.ts'
import { eraseCommand } from '../../commands/people/erase.ts'
import { endAbsences } from '../../inbox/away.ts'
import { addMentor, castOn, history, hudaOn, send, textsOf, updates } from '../../messages/testing.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { newPhone, type Person } from '../../testing-people.ts'
import { nameIt, PHONES, startOwnedForAll, startWithTeam } from './testing.ts'

onEachDatabase('What a coordinator does', start => {
  async function startWithOmar() {
    const team = await startWithTeam(start)
    const omar = await team.server.signIn(PHONES.omar)
    await team.reem.call(setRoles, { params: { uid: omar.uid }, body: { roles: ['coordinator'] } })
    const { id: hudaId } = await addMentor(team.server, 'Huda Kamel', PHONES.huda)
    const huda = await team.server.signIn(PHONES.huda)
    return { ...team, omar, huda, hudaId }
  }

  let owned: Awaited<ReturnType<typeof startOwnedForAll>>
  beforeAll(async () => {
    owned = await startOwnedForAll(start)
  })

  /** The same people, new for each test, on the server that the tests share. Reem owns it. */
  async function castWithOmar() {
    const { server, reem } = owned
    const cast = await castOn(server)
    const omar = await server.signIn(newPhone())
    await reem.call(setRoles, { params: { uid: omar.uid }, body: { roles: ['coordinator'] } })
    return { ...cast, reem, omar, ...(await hudaOn(server)) }
  }

  test('mentors are listed as readers expect, on each database: Arabic first, the forms of alef as one letter', async () => {
    const { server, omar, salma } = await castWithOmar()
    const ids = new Set<number>()
    for (const name of ['Zara', 'huda', 'باسم', 'إيمان', 'أمل', 'احمد'])
      ids.add((await addMentor(server, name, newPhone())).id)
    const namesOf = (mentors: { id: number; name: string }[]) =>
      mentors.filter(({ id }) => ids.has(id)).map(({ name }) => name)
    const sorted = ['احمد', 'أمل', 'إيمان', 'باسم', 'huda', 'Zara']
    expect(namesOf((await omar.call(listMentors, {})).data)).toEqual(sorted)
    expect(namesOf((await salma.call(getAway, {})).data.colleagues)).toEqual(sorted)
  })

  test('moves all learners of a mentor with their conversations, both inboxes show it at once, and it can be undone', async () => {
    const { server, reem, omar, salma, huda, noura, mentorId, hudaId } = await startWithOmar()
    await send(noura, mentorId, 'hello')
    const before = (await inboxOf(salma)).length
    const news = await Promise.all([newsOf(salma), newsOf(huda)])
    const { data } = await omar.call(moveLearners, { body: { from: mentorId, to: hudaId } })
    expect(data.count).toBe(before)
    for (const arrives of news) await arrives()
    expect(await inboxOf(salma)).toEqual([])
    expect(await inboxOf(huda)).toHaveLength(before)
    expect(textsOf(await history(huda, { with: noura.uid }))).toEqual(['hello'])
    const undo = (who: Person) => who.call(undoMove, { params: { id: data.id } })
    expect((await undo(omar)).data.count).toBe(before)
    expect(await inboxOf(salma)).toHaveLength(before)
    await expect(undo(omar)).rejects.toMatchObject({ code: 'people/too-late-to-undo' })
    const { handOvers } = (await omar.call(getPerson, { params: { uid: noura.uid } })).data
    expect(handOvers.map(({ to }) => to.name)).toEqual(['Salma Haddad', 'Huda Kamel'])
    expect((await linesOf(reem)).slice(0, 2)).toEqual(['move-undone', 'learners-moved'])

    const second = (await omar.call(moveLearners, { body: { from: mentorId, to: hudaId } })).data
    server.clock.advance(7 * DAY + 1)
    const late = (await server.signIn(PHONES.omar)).call(undoMove, { params: { id: second.id } })
    await expect(late).rejects.toMatchObject({ status: 409, code: 'people/too-late-to-undo' })
  })

  test('moves chosen learners; those who were moved again stay when it is undone', async () => {
    const { omar, huda, noura, yousef, mentorId, hudaId } = await castWithOmar()
    const uids = [noura.uid, yousef.uid]
    const { data } = await omar.call(moveLearners, { body: { uids, to: hudaId } })
    expect(data.count).toBe(2)
    expect((await omar.call(moveLearners, { body: { uids, to: hudaId } })).data.count).toBe(0)
    await omar.call(moveLearners, { body: { uids: [noura.uid], to: mentorId } })
    expect((await omar.call(undoMove, { params: { id: data.id } })).data.count).toBe(1)
    expect(await inboxOf(huda)).toEqual([])
    const { handOvers } = (await omar.call(getPerson, { params: { uid: noura.uid } })).data
    expect(handOvers.map(({ to, from }) => [from?.name, to.name])).toEqual([
      ['Huda Kamel', 'Salma Haddad'],
      ['Salma Haddad', 'Huda Kamel'],
    ])
  })

  test('two coordinators at once: the second one hears of what the first one did, and overwrites nothing unseen', async () => {
    const { reem, omar, noura, yousef, mentorId, hudaId } = await castWithOmar()
    const CHANGED = { status: 409, code: 'settings/changed' }
    const params = { uid: noura.uid }
    const uids = [noura.uid, yousef.uid]
    const assign = (to: number, seen: number[]) => reem.call(moveLearners, { body: { uids, to, seen } })
    await omar.call(moveLearners, { body: { uids: [noura.uid], to: hudaId } })
    const { id: thirdId } = await addMentor(owned.server, 'Mona', newPhone())
    await expect(assign(thirdId, [mentorId])).rejects.toMatchObject(CHANGED)
    expect((await assign(hudaId, [mentorId])).data.count, 'Noura is there already').toBe(1)

    await omar.call(calls.correctName, { params, body: { name: 'Noura Salem', from: null } })
    const correct = (from: string | null) => reem.call(calls.correctName, { params, body: { name: 'Nora', from } })
    await expect(correct(null)).rejects.toMatchObject(CHANGED)
    await correct('Noura Salem')

    await omar.call(calls.blockPerson, { params, body: { reason: 'Two accounts' } })
    const block = reem.call(calls.blockPerson, { params, body: { reason: 'Asked for it' } })
    await expect(block).rejects.toMatchObject(CHANGED)
    expect((await reem.call(getPerson, { params })).data.blockReason).toBe('Two accounts')

    await omar.call(calls.unblockPerson, { params })
    await omar.call(calls.allowNewPhone, { params, body: { phoneNumber: newPhone() } })
    const allow = reem.call(calls.allowNewPhone, { params, body: { phoneNumber: newPhone() } })
    await expect(allow).rejects.toMatchObject(CHANGED)

    const ofHuda = { id: String(hudaId) }
    const from = { capacity: 50, awaySince: null, awayUntil: null, coverId: null }
    const until = owned.server.clock.now() + 30 * DAY
    await omar.call(changeMentor, { params: ofHuda, body: { away: { until, coverId: mentorId }, from } })
    await reem.call(changeMentor, { params: ofHuda, body: { capacity: 40, from } })
    for (const body of [{ capacity: 30 }, { away: { until: null, coverId: null } }])
      await expect(omar.call(changeMentor, { params: ofHuda, body: { ...body, from } })).rejects.toMatchObject(CHANGED)
  })

  test('cannot move learners to a retired mentor, nor a mentor, nor somebody who is erased', async () => {
    const { server, omar, salma, huda, noura, yousef, mentorId, hudaId } = await castWithOmar()
    const move = (body: { uids?: string[]; from?: number; to: number }) => omar.call(moveLearners, { body })
    await expect(move({ uids: [salma.uid], to: hudaId })).rejects.toMatchObject({ code: 'people/is-mentor' })
    await expect(move({ uids: [huda.uid], to: hudaId })).rejects.toMatchObject({ code: 'people/is-mentor' })
    await expect(move({ uids: [noura.uid], to: 99 })).rejects.toMatchObject({ code: 'not-found' })
    await expect(move({ uids: [noura.uid], from: 1, to: hudaId })).rejects.toMatchObject({ code: 'bad-request' })
    await type(server, eraseCommand, `--uid ${yousef.uid} --now`)
    await expect(move({ uids: [yousef.uid], to: hudaId })).rejects.toMatchObject({ code: 'not-found' })
    expect((await move({ uids: [noura.uid, yousef.uid], to: hudaId })).data.count, 'without Yousef').toBe(1)
    await move({ from: hudaId, to: mentorId })
    await omar.call(calls.setMentorRole, { params: { uid: huda.uid }, body: { isMentor: false } })
    await expect(move({ from: mentorId, to: hudaId })).rejects.toMatchObject({ status: 409, code: 'people/no-mentor' })
  })

  test('sets how many learners a mentor has room for; when all are full, the least full one gets the next', async () => {
    const { server, omar, mentorId, hudaId } = await startWithOmar()
    const room = (id: number, capacity: number | null) =>
      omar.call(changeMentor, { params: { id: String(id) }, body: { capacity } })
    const next = async (phone: string) => {
      const person = await server.signIn(phone)
      return (await person.call(saveUser, { params: { uid: person.uid }, body: {} })).data.user.responder_id
    }
    await room(hudaId, 1)
    await room(mentorId, 10)
    expect([await next('+971507000001'), await next('+971507000002')]).toEqual([hudaId, mentorId])
    await room(mentorId, 2)
    // Salma has five learners and room for two. Huda has one and room for one.
    expect(await next('+971507000003')).toBe(hudaId)
    await room(hudaId, null)
    expect(await next('+971507000004')).toBe(hudaId)
    const mentors = (await omar.call(listMentors, {})).data
    expect(mentors.map(({ id, learners, capacity }) => [id, learners, capacity])).toEqual([
      [hudaId, 3, 50],
      [mentorId, 5, 2],
    ])
    await expect(room(99, 1)).rejects.toMatchObject({ code: 'not-found' })
    await expect(room(hudaId, 0)).rejects.toMatchObject({ code: 'bad-request' })
  })

  test('lets a mentor be away until a day; new learners go to others, and it ends by itself', async () => {
    const { server, omar, salma, huda, noura, mentorId, hudaId } = await castWithOmar()
    const until = server.clock.now() + 2 * DAY
    const params = { id: String(mentorId) }
    const away = { until, coverId: hudaId }
    await expect(
      omar.call(changeMentor, { params, body: { away: { until: 1, coverId: null } } }),
    ).rejects.toMatchObject({
      code: 'bad-request',
    })
    await omar.call(changeMentor, { params, body: { away } })
    expect((await salma.call(getAway, {})).data).toMatchObject({ isAway: true, until, coverId: hudaId })
    expect((await updates(noura)).responder).toMatchObject({ isAway: true, coveredBy: 'Huda Kamel' })
    expect((await inboxOf(huda)).map(({ uid }) => uid)).toContain(noura.uid)
    const { db } = server.services
    expect(await endAbsences(db, until - 1)).toEqual([])
    expect(await endAbsences(db, until)).toContain(noura.uid)
    expect((await salma.call(getAway, {})).data).toMatchObject({ isAway: false, until: null })
    expect((await updates(noura)).responder).not.toMatchObject({ isAway: true })
  })

  test('a retired mentor stands in for nobody, neither now nor if they return', async () => {
    const { omar, salma, huda, noura, mentorId, hudaId } = await castWithOmar()
    const away = { until: null, coverId: hudaId }
    await omar.call(changeMentor, { params: { id: String(mentorId) }, body: { away } })
    const params = { uid: huda.uid }
    const coverNow = async () => (await omar.call(listMentors, {})).data.find(({ id }) => id === mentorId)?.coverId
    for (const isMentor of [false, true]) {
      await omar.call(calls.setMentorRole, { params, body: { isMentor } })
      expect(await coverNow()).toBeNull()
      expect((await salma.call(getAway, {})).data).toMatchObject({ isAway: true, coverId: null })
      expect((await updates(noura)).responder).not.toMatchObject({ coveredBy: 'Huda Kamel' })
    }
  })

  test('a move to be undone says so if the mentor before is retired', async () => {
    const { omar, huda, noura, mentorId, hudaId } = await castWithOmar()
    await omar.call(moveLearners, { body: { uids: [noura.uid], to: hudaId } })
    const { id } = (await omar.call(moveLearners, { body: { from: hudaId, to: mentorId } })).data
    const retired = { params: { uid: huda.uid }, body: { isMentor: false } }
    await omar.call(calls.setMentorRole, retired)
    const undo = omar.call(undoMove, { params: { id } })
    await expect(undo).rejects.toMatchObject({ status: 409, code: 'people/no-mentor' })
  })

  test('blocks a person, who reads the reason at the next sign-in, and lets them in again', async () => {
    const { server, omar, salma, noura, mentorId } = await castWithOmar()
    const params = { uid: noura.uid }
    await send(noura, mentorId, 'hello')
    const isWaiting = async () => (await inboxOf(salma)).some(row => row.uid === noura.uid && row.waitingSince !== null)
    await expect(omar.call(calls.blockPerson, { params, body: { reason: ' ' } })).rejects.toMatchObject({
      code: 'bad-request',
    })
    const waiting = await pollOf(noura)
    const newsOfBlock = await newsOf(salma)
    await omar.call(calls.blockPerson, { params, body: { reason: 'Two accounts' } })
    await expect(waiting.ended(), 'an open tab').rejects.toMatchObject({ code: 'auth/login-blocked' })
    await newsOfBlock()
    expect(await isWaiting()).toBe(false)
    const blocked = {
      status: 403,
      code: 'auth/login-blocked',
      message: expect.stringMatching(/support\.\nTwo accounts$/),
    }
    await expect(server.signIn(noura.phone)).rejects.toMatchObject(blocked)
    expect((await omar.call(getPerson, { params })).data).toMatchObject({
      blockedAt: expect.any(Number),
      blockReason: 'Two accounts',
      waitingSince: null,
      lines: [{ action: 'person-blocked', actor: { uid: omar.uid } }],
    })
    const newsOfUnblock = await newsOf(salma)
    await omar.call(calls.unblockPerson, { params })
    await newsOfUnblock()
    expect(await isWaiting()).toBe(true)
    await server.signIn(noura.phone)
    expect((await omar.call(getPerson, { params })).data).toMatchObject({ blockedAt: null, blockReason: null })
  })

  test('signs a person out everywhere, shows them beta courses and corrects their name', async () => {
    const { server, reem, omar, noura } = await startWithOmar()
    const params = { uid: noura.uid }
    await omar.call(calls.setPersonBeta, { params, body: { isBeta: true } })
    await omar.call(calls.correctName, { params, body: { name: 'نورة سالم' } })
    expect((await omar.call(getPerson, { params })).data).toMatchObject({ isBeta: true, name: 'نورة سالم' })
    server.clock.advance(10)
    const waiting = await pollOf(noura)
    await omar.call(calls.signOutPerson, { params })
    await expect(waiting.ended(), 'an open tab').rejects.toMatchObject({ status: 401 })
    server.clock.advance(6000)
    await expect(updates(noura)).rejects.toMatchObject({ status: 401 })
    expect((await linesOf(reem)).slice(0, 3)).toEqual(['signed-out-everywhere', 'name-corrected', 'beta-changed'])
  })

  test('nobody writes for others what nobody can see', async () => {
    const { reem, omar, salma, noura } = await castWithOmar()
    const refused = { status: 400, code: 'bad-request' }
    for (const unseen of ['\u200f', '\u200b \u2800', '\u3164']) {
      const params = { uid: noura.uid }
      const phoneNumber = newPhone()
      for (const attempt of [
        () => omar.call(calls.correctName, { params, body: { name: unseen } }),
        () => omar.call(calls.blockPerson, { params, body: { reason: unseen } }),
        () => omar.call(makeInvitation, { body: { name: unseen, mentorId: null } }),
        () => omar.call(inviteToTeam, { body: { phoneNumber, role: 'mentor', name: unseen } }),
        () => salma.call(saveReplies, { body: { replies: [unseen] } }),
        () => reem.call(createCourse, { body: { title: unseen, language: 'ar' } }),
      ])
        await expect(attempt()).rejects.toMatchObject(refused)
    }
    const { data } = await omar.call(makeInvitation, { body: { name: '\u202eIrbid\ncentre', mentorId: null } })
    expect(data.name).toBe('Irbid centre')
  })

  test('a corrected name of a mentor is the one that learners and lists show', async () => {
    const { omar, huda, hudaId } = await castWithOmar()
    await omar.call(calls.correctName, { params: { uid: huda.uid }, body: { name: 'Huda Kamal' } })
    const mentors = (await omar.call(listMentors, {})).data
    expect(mentors.find(({ id }) => id === hudaId)?.name).toBe('Huda Kamal')
  })

  test('makes a learner a mentor and retires a mentor without learners; messages keep their name', async () => {
    const { omar, huda, noura, yousef, mentorId, hudaId } = await castWithOmar()
    const mentor = (uid: string, isMentor: boolean) =>
      omar.call(calls.setMentorRole, { params: { uid }, body: { isMentor } })
    await expect(mentor(yousef.uid, true)).rejects.toMatchObject({ code: 'people/needs-name' })
    await nameIt(yousef, 'Yousef Amin')
    await mentor(yousef.uid, true)
    expect((await omar.call(getPerson, { params: { uid: yousef.uid } })).data).toMatchObject({
      mentorId: expect.any(Number),
      mentor: null,
    })
    await omar.call(moveLearners, { body: { uids: [noura.uid], to: hudaId } })
    await send(huda, noura.uid, 'I am Huda')
    await expect(mentor(huda.uid, false)).rejects.toMatchObject({ status: 409, code: 'people/has-learners' })
    await omar.call(moveLearners, { body: { from: hudaId, to: mentorId } })
    const news = await newsOf(huda)
    await mentor(huda.uid, false)
    await news()
    expect((await history(noura)).map(({ fromName }) => fromName)).toContain('Huda Kamel')
    await mentor(huda.uid, true)
    expect((await omar.call(getPerson, { params: { uid: huda.uid } })).data.mentorId).toBe(hudaId)
  })

  test('does nothing to an owner or to themselves, and neither erases nor keeps anybody', async () => {
    const { reem, omar, noura } = await castWithOmar()
    const acts = (uid: string) => [
      () => omar.call(calls.blockPerson, { params: { uid }, body: { reason: 'x' } }),
      () => omar.call(calls.unblockPerson, { params: { uid } }),
      () => omar.call(calls.signOutPerson, { params: { uid } }),
      () => omar.call(calls.correctName, { params: { uid }, body: { name: 'x' } }),
      () => omar.call(calls.setMentorRole, { params: { uid }, body: { isMentor: true } }),
    ]
    const retireReem = () => omar.call(calls.setMentorRole, { params: { uid: reem.uid }, body: { isMentor: false } })
    await expect(retireReem()).rejects.toMatchObject({ code: 'people/owner-only' })
    for (const act of acts(reem.uid)) await expect(act()).rejects.toMatchObject({ code: 'people/owner-only' })
    for (const act of acts(omar.uid)) await expect(act()).rejects.toMatchObject({ code: 'people/yourself' })
    for (const act of acts('nobody')) await expect(act()).rejects.toMatchObject({ code: 'not-found' })
    // One coordinator cannot decide which members of the team read conversations.
    await reem.call(setRoles, { params: { uid: noura.uid }, body: { roles: ['author'] } })
    const name = () => omar.call(calls.setMentorRole, { params: { uid: noura.uid }, body: { isMentor: true } })
    await expect(name()).rejects.toMatchObject({ code: 'people/owner-only' })
    const params = { uid: noura.uid }
    const refused = { status: 403, code: 'forbidden' }
    await expect(omar.call(calls.erasePerson, { params, body: { name: noura.phone } })).rejects.toMatchObject(refused)
    await expect(omar.call(calls.cancelPersonErasure, { params })).rejects.toMatchObject(refused)
    await expect(omar.call(setRoles, { params, body: { roles: ['coordinator'] } })).rejects.toMatchObject(refused)
  })

  test('an owner erases a person in seven days or at once, after typing their name and a recent sign-in', async () => {
    const { server, reem, noura, salma, yousef } = await startWithOmar()
    // Noura has copied her name out of a chat, with a mark of direction that nobody sees.
    await nameIt(noura, 'Noura Salem\u200f')
    const erase = (who: Person, { uid }: Person, name: string, isNow = false) =>
      who.call(calls.erasePerson, { params: { uid }, body: { name, isNow } })
    await expect(erase(reem, noura, 'Noura')).rejects.toMatchObject({ code: 'people/other-name' })
    const { eraseAt } = (await erase(reem, noura, 'Noura Salem ')).data
    expect(eraseAt - server.clock.now()).toBeGreaterThan(6 * DAY)
    await reem.call(calls.cancelPersonErasure, { params: { uid: noura.uid } })
    expect((await reem.call(getPerson, { params: { uid: noura.uid } })).data.eraseAt).toBeNull()
    await expect(erase(reem, salma, 'Salma Haddad')).rejects.toMatchObject({ code: 'people/other-name' })
    await expect(erase(reem, salma, PHONES.salma)).rejects.toMatchObject({ code: 'people/has-learners' })
    // Arabic screens show a number in these digits and groups.
    const inArabic = PHONES.yousef.replace(/\d/g, digit => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')
    const news = await newsOf(salma)
    const open = await pollOf(yousef)
    await erase(reem, yousef, `\u2066${inArabic.slice(0, 4)} ${inArabic.slice(4)}\u2069`, true)
    await news()
    expect((await inboxOf(salma)).map(({ uid }) => uid)).not.toContain(yousef.uid)
    await expect(open.ended(), 'an open tab').rejects.toMatchObject({ status: 401 })
    await expect(reem.call(getPerson, { params: { uid: yousef.uid } })).rejects.toMatchObject({ code: 'not-found' })
    expect((await linesOf(reem)).slice(0, 3)).toEqual(['person-erased', 'erasure-cancelled', 'erasure-scheduled'])
    await expect(erase(reem, reem, PHONES.reem)).rejects.toMatchObject({ code: 'people/yourself' })
    server.clock.advance(HOUR / 2)
    const line = (await reem.call(getAuditLog, { query: {} })).data.lines[0]
    expect(line?.subject).toMatchObject({ isErased: true, name: null })
  })

  test('a repeated request acts once', async () => {
    const { reem, omar, noura, hudaId } = await startWithOmar()
    const input = { body: { uids: [noura.uid], to: hudaId } }
    const twice = () => omar.call(moveLearners, input, { idempotencyKey: 'one-press' })
    expect(await twice()).toEqual(await twice())
    expect((await linesOf(reem)).filter(action => action === 'learners-moved')).toHaveLength(1)
  })
})

async function inboxOf({ call }: Person) {
  return (await call(getInbox, {})).data
}

/** Listens as an open inbox does. The returned function waits until it is notified. */
async function newsOf(mentor: Person): Promise<() => Promise<void>> {
  const { cursor, state } = await updates(mentor)
  const held = updates(mentor, { since: cursor, state }, 20)
  return async () => expect((await held).state).not.toBe(state)
}

/** Begins a long poll. `ended` rejects if it only ended because its time was over. */
async function pollOf(person: Person) {
  const { cursor, state } = await updates(person)
  const begun = performance.now()
  const poll = updates(person, { since: cursor, state }, 50).finally(() => {
    if (performance.now() - begun > 40_000) throw new Error('It ended by its time')
  })
  poll.catch(() => {})
  // When this later call is answered, the poll has begun to wait.
  await updates(person)
  return { ended: () => poll }
}

async function linesOf({ call }: Person): Promise<string[]> {
  return (await call(getAuditLog, { query: {} })).data.lines.map(({ action }) => action)
}

async function type({ services: { db, config } }: TestServer, command: Command, line: string): Promise<void> {
  await command.run({ db, config, words: line.split(' '), print: () => {} })
}
