import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eraseAccount, mergeUser } from '../../../contract/account.ts'
import { getInbox } from '../../../contract/inbox/inbox.ts'
import { declineKindWord, setKindWordsEnded } from '../../../contract/inbox/kind-word.ts'
import { getLearner } from '../../../contract/inbox/learner.ts'
import { logPage } from '../../../contract/lessons.ts'
import { withdrawCourse } from '../../../contract/organisation/course-versions.ts'
import { getKindWords, giveKindWords } from '../../../contract/organisation/kind-words/kind-words.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import { blockPerson } from '../../../contract/organisation/person-acts.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import { DAY, HOUR, MINUTE } from '../../../contract/time.ts'
import { userLock } from '../../account/write-for-user.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { addMentor, send, updates } from '../../messages/testing.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { type Person, register, signInByEmail } from '../../testing-people.ts'
import { nameIt, PHONES, startWithTeam } from '../people/testing.ts'
import { limit } from '../reach/testing.ts'

const LESSON = 'first-aid-en-cuts'
const WORDS =
  'Hello Noura! “Cuts and small bleeds” goes on where it stopped, whenever it suits you. If you would rather get no more of these, a word is enough.'

onEachDatabase('A kind word to silent learners', start => {
  /** Noura and Yousef answered a page twenty days ago, and nothing since. Salma is the mentor of both. */
  async function startWithSilent() {
    const team = await startWithTeam(start, { LIMIT_FACTOR: '100' })
    const { server, noura, yousef } = team
    await server.importCourse('courses/first-aid-en')
    await server.services.catalogue.refresh()
    await nameIt(noura, 'Noura')
    for (const [index, person] of [noura, yousef].entries()) {
      await give(person, 1)
      await visitedAgo(server, person, 20 * DAY - index * DAY)
    }
    return team
  }

  const give = ({ uid, call }: Pick<Person, 'uid' | 'call'>, pageNumber: number) =>
    call(logPage, {
      params: { lessonId: LESSON },
      body: { userId: uid, pageId: ['start', 'pressure'][pageNumber - 1] ?? '', pageNumber },
    })

  async function visitedAgo(
    { services: { db }, clock }: TestServer,
    { uid }: Pick<Person, 'uid'>,
    ago: number,
  ): Promise<void> {
    const at = clock.now() - ago
    await db.updateTable('page_answers').set({ first_at: at, logged_at: at }).where('uid', '=', uid).execute()
    await db.updateTable('users').set({ began_at: at, active_at: at }).where('uid', '=', uid).execute()
  }

  const preview = async (who: Person, query = {}) => (await who.call(getKindWords, { query })).data
  const hand = async (who: Person, body = {}) => (await who.call(giveKindWords, { body })).data.count
  const wordFor = async (mentor: Person, { uid }: Pick<Person, 'uid'>) =>
    (await mentor.call(getLearner, { params: { uid }, query: {} })).data.kindWord
  const leave = (mentor: Person, { uid }: Pick<Person, 'uid'>) => mentor.call(declineKindWord, { params: { uid } })
  const end = (mentor: Person, { uid }: Pick<Person, 'uid'>, areEnded = true) =>
    mentor.call(setKindWordsEnded, { params: { uid }, body: { areEnded } })
  const marked = async (mentor: Person) =>
    (await mentor.call(getInbox, {})).data.flatMap(({ uid, hasKindWord }) => (hasKindWord ? [uid] : []))

  test('Reem reads whose it would be, and Salma finds a draft in each conversation; nothing is sent', async () => {
    const { server, reem, salma, noura, yousef } = await startWithSilent()
    const sent = server.outbox().length
    const before = await preview(reem)
    expect(before).toMatchObject({ ready: 2, mentors: 1, sample: { name: 'Noura', text: WORDS }, outcome: null })
    expect(await hand(reem)).toBe(2)
    expect(await wordFor(salma, noura)).toMatchObject({ text: WORDS, isUsed: false })
    expect((await marked(salma)).toSorted()).toEqual([noura.uid, yousef.uid].toSorted())
    expect(server.outbox()).toHaveLength(sent)
    expect(JSON.stringify(await updates(noura))).not.toContain('Hello')
    const { lines } = (await reem.call(getAuditLog, { query: {} })).data
    expect(lines[0]).toMatchObject({ action: 'kind-words-handed', details: { count: 2 } })
  })

  test('nobody gets a second one within fourteen days, not even of two coordinators at once', async () => {
    const { server, reem } = await startWithSilent()
    const omar = await server.signIn(PHONES.omar)
    await reem.call(setRoles, { params: { uid: omar.uid }, body: { roles: ['coordinator'] } })
    const counts = await Promise.all([hand(reem), hand(omar)])
    expect(counts.toSorted()).toEqual([0, 2])
    expect(await preview(reem)).toMatchObject({ ready: 0, sample: null, leftOut: { recent: 2 } })
    expect(await hand(reem)).toBe(0)
    server.clock.advance(14 * DAY)
    const later = await server.signIn(PHONES.reem)
    expect(await preview(later)).toMatchObject({ ready: 2, leftOut: { recent: 0 } })
    expect(await hand(later)).toBe(2)
  })

  test('who waits for an answer, has no mentor, or came back meanwhile is left out', async () => {
    const { server, reem, noura, yousef, mentorId } = await startWithSilent()
    await send(noura, mentorId, 'Are you there?')
    await visitedAgo(server, noura, 20 * DAY)
    const { db } = server.services
    await db.updateTable('users').set({ responder_id: null }).where('uid', '=', yousef.uid).execute()
    expect(await preview(reem)).toMatchObject({ ready: 0, leftOut: { waiting: 1, withoutMentor: 1 } })
    await db.updateTable('users').set({ responder_id: mentorId }).where('uid', '=', yousef.uid).execute()
    server.clock.advance(MINUTE)
    expect((await preview(reem)).ready).toBe(1)
    // Reem's list is a minute old, and still has Yousef.
    await send(yousef, mentorId, 'I am here again')
    expect(await hand(reem)).toBe(0)
  })

  test('a coordinator for the people of Salma reads of nobody else, and hands nobody else a word', async () => {
    const { server, reem, salma, noura, yousef, mentorId } = await startWithSilent()
    const { id: hudaId } = await addMentor(server, 'Huda Kamel', PHONES.huda)
    const { db } = server.services
    await db.updateTable('users').set({ responder_id: hudaId }).where('uid', '=', noura.uid).execute()
    const omar = await server.signIn(PHONES.omar)
    await limit(reem, omar, [mentorId])
    await nameIt(yousef, 'Yousef')
    const own = await preview(omar)
    expect(own).toMatchObject({ ready: 1, mentors: 1, sample: { name: 'Yousef' } })
    expect(JSON.stringify(own)).not.toMatch(/Noura|Huda/)
    await expect(hand(omar, { mentor: String(hudaId) })).rejects.toMatchObject({ code: 'not-found' })
    expect(await hand(omar)).toBe(1)
    expect(await marked(salma)).toEqual([yousef.uid])
    expect((await preview(reem)).sample?.name).toBe('Noura')
    expect((await preview(omar)).outcome).toMatchObject({ handed: 1 })
    await reem.call(giveKindWords, { body: {} })
    expect((await preview(omar)).outcome).toMatchObject({ handed: 1 })
    expect((await preview(reem)).outcome).toMatchObject({ handed: 2 })
  })

  test('a learner who answers their mentor has come back, too', async () => {
    const { server, reem, salma, noura, mentorId } = await startWithSilent()
    await hand(reem)
    await send(salma, noura.uid, 'How are you? Your lesson waits.')
    server.clock.advance(DAY)
    await send(await server.signIn(PHONES.noura), mentorId, 'I was ill. I go on today.')
    const { outcome } = await preview(await server.signIn(PHONES.reem))
    expect(outcome).toEqual({ handed: 2, sent: 1, cameBack: 1 })
  })

  test('once Salma has written, it lies there no more, and who came back within seven days is counted', async () => {
    const { server, reem, salma, noura, yousef } = await startWithSilent()
    await hand(reem)
    for (const learner of [noura, yousef]) await send(salma, learner.uid, 'How are you? Your lesson waits.')
    expect(await marked(salma)).toEqual([])
    expect(await wordFor(salma, noura)).toMatchObject({ isUsed: true })
    server.clock.advance(DAY)
    const back = await server.signIn(PHONES.noura)
    await give(back, 2)
    server.clock.advance(7 * DAY)
    await give(await server.signIn(PHONES.yousef), 2)
    const { outcome } = await preview(await server.signIn(PHONES.reem))
    expect(outcome).toEqual({ handed: 2, sent: 2, cameBack: 1 })
  })

  test('Salma leaves one for now, and another for good when Noura wants no more of these', async () => {
    const { server, reem, salma, noura, yousef } = await startWithSilent()
    await addMentor(server, 'Huda Kamel', PHONES.huda)
    const huda = await server.signIn(PHONES.huda)
    await hand(reem)
    await expect(end(huda, noura)).rejects.toMatchObject({ code: 'messenger/not-your-learner' })
    await expect(end(noura, noura)).rejects.toMatchObject({ code: 'forbidden' })
    await send(salma, noura.uid, 'How are you?')
    await end(salma, noura)
    await leave(salma, yousef)
    expect([await wordFor(salma, noura), await wordFor(salma, yousef), await marked(salma)]).toEqual([
      undefined,
      undefined,
      [],
    ])
    server.clock.advance(15 * DAY)
    const later = await server.signIn(PHONES.reem)
    expect(await preview(later)).toMatchObject({ ready: 1, leftOut: { refused: 1 } })
    expect(await hand(later)).toBe(1)
  })

  test('three weeks later Noura writes that she wants no more of these, and Salma can still note it', async () => {
    const { server, reem, noura, yousef, ...team } = await startWithSilent()
    await hand(reem)
    await send(team.salma, noura.uid, 'How are you?')
    server.clock.advance(21 * DAY)
    const salma = await server.signIn(PHONES.salma)
    const learner = async ({ uid }: Person) => (await salma.call(getLearner, { params: { uid }, query: {} })).data
    expect(await learner(noura)).not.toHaveProperty('kindWord')
    await expect(leave(salma, noura), 'there is nothing left to leave').rejects.toMatchObject({ code: 'not-found' })
    await end(salma, noura)
    expect(await learner(noura)).toMatchObject({ kindWordsEnded: true })
    expect(await learner(yousef)).not.toHaveProperty('kindWordsEnded')
    expect(await preview(await server.signIn(PHONES.reem))).toMatchObject({ ready: 1, leftOut: { refused: 1 } })
  })

  test('Salma can end them for a learner who never got any, and take it back, and the report knows it at once', async () => {
    const { reem, salma, noura } = await startWithSilent()
    const ended = async () =>
      (await salma.call(getLearner, { params: { uid: noura.uid }, query: {} })).data.kindWordsEnded ?? false
    expect([await ended(), (await preview(reem)).ready]).toEqual([false, 2])
    await end(salma, noura)
    expect(await ended()).toBe(true)
    expect(await preview(reem)).toMatchObject({ ready: 1, leftOut: { refused: 1 } })
    await end(salma, noura, false)
    expect(await ended()).toBe(false)
    expect(await preview(reem)).toMatchObject({ ready: 2, leftOut: { refused: 0 } })
  })

  test('words that lie in the conversation go when Salma ends them, and are back when she takes that back', async () => {
    const { reem, salma, noura, yousef } = await startWithSilent()
    await hand(reem)
    await end(salma, noura)
    expect([await wordFor(salma, noura), await marked(salma)]).toEqual([undefined, [yousef.uid]])
    await end(salma, noura, false)
    expect([(await wordFor(salma, noura))?.text, (await marked(salma)).length]).toEqual([WORDS, 2])
  })

  test('that Noura wants no more of these stays, also if Salma presses “Not now” on a screen from before', async () => {
    const { server, reem, salma, noura } = await startWithSilent()
    await hand(reem)
    await leave(salma, noura)
    await end(salma, noura)
    await leave(salma, noura)
    server.clock.advance(15 * DAY)
    expect(await preview(await server.signIn(PHONES.reem))).toMatchObject({ ready: 1, leftOut: { refused: 1 } })
  })

  test('that Noura wants no more of these stays when she joins two accounts that got one each', async () => {
    const { server, reem, salma, noura, yousef, mentorId } = await startWithSilent()
    const byEmail = await register(server.origin, 'noura@example.org', 'step by step 1')
    await give(byEmail, 1)
    await visitedAgo(server, byEmail, 20 * DAY)
    const { db } = server.services
    await db.updateTable('users').set({ responder_id: mentorId }).where('uid', '=', byEmail.uid).execute()
    expect(await hand(reem)).toBe(3)
    await end(salma, noura)
    await byEmail.call(
      mergeUser,
      { params: { uid: byEmail.uid }, body: { phoneUid: noura.uid, phoneNumber: PHONES.noura } },
      { headers: { 'X-Merge-Proof': noura.idToken } },
    )
    expect([await wordFor(salma, byEmail), await marked(salma)]).toEqual([undefined, [yousef.uid]])
    server.clock.advance(15 * DAY)
    await visitedAgo(server, byEmail, 20 * DAY)
    expect(await preview(await server.signIn(PHONES.reem))).toMatchObject({ ready: 1, leftOut: { refused: 1 } })
  })

  test('a word from before does not lie there again when Noura joins an account that wants no more', async () => {
    const { server, reem, salma, noura, yousef, mentorId } = await startWithSilent()
    const byEmail = await register(server.origin, 'noura@example.org', 'step by step 1')
    await hand(reem)
    await end(salma, noura)
    server.clock.advance(MINUTE)
    await give(byEmail, 1)
    await visitedAgo(server, byEmail, 20 * DAY)
    const { db } = server.services
    await db.updateTable('users').set({ responder_id: mentorId }).where('uid', '=', byEmail.uid).execute()
    expect(await hand(reem)).toBe(1)
    await byEmail.call(
      mergeUser,
      { params: { uid: byEmail.uid }, body: { phoneUid: noura.uid, phoneNumber: PHONES.noura } },
      { headers: { 'X-Merge-Proof': noura.idToken } },
    )
    expect([await wordFor(salma, byEmail), await marked(salma)]).toEqual([undefined, [yousef.uid]])
  })

  test('of the words of two accounts that Noura joins, the last one counts, in the list and in the conversation', async () => {
    const { server, reem, salma, noura, yousef, mentorId } = await startWithSilent()
    const byEmail = await register(server.origin, 'noura@example.org', 'step by step 1')
    await hand(reem)
    server.clock.advance(MINUTE)
    await give(byEmail, 1)
    await visitedAgo(server, byEmail, 20 * DAY)
    const { db } = server.services
    await db.updateTable('users').set({ responder_id: mentorId }).where('uid', '=', byEmail.uid).execute()
    expect(await hand(reem)).toBe(1)
    await leave(salma, byEmail)
    await byEmail.call(
      mergeUser,
      { params: { uid: byEmail.uid }, body: { phoneUid: noura.uid, phoneNumber: PHONES.noura } },
      { headers: { 'X-Merge-Proof': noura.idToken } },
    )
    expect([await wordFor(salma, byEmail), await marked(salma)]).toEqual([undefined, [yousef.uid]])
  })

  test('Salma ends the words for Noura while her account is being erased: nothing of Noura is stored', async () => {
    const { server, salma, noura } = await startWithSilent()
    const { db } = server.services
    const { ended } = await transactionWithLock(db, userLock(noura.uid), async trx => {
      await trx.deleteFrom('users').where('uid', '=', noura.uid).execute()
      const ended = end(salma, noura).catch(error => error.code)
      // Waits until Salma's call waits for the erasure.
      await pause(300)
      return { ended }
    })
    expect(await ended).toBe('messenger/not-your-learner')
    expect(await db.selectFrom('kind_words_ended').selectAll().execute()).toEqual([])
  })

  test('it lies there no more for somebody who came back, is blocked or wants to be erased', async () => {
    const { server, reem, salma, noura, yousef, mentorId } = await startWithSilent()
    const layla = await register(server.origin, 'layla@example.org', 'step by step 1')
    await give(layla, 1)
    await visitedAgo(server, layla, 20 * DAY)
    const { db } = server.services
    await db.updateTable('users').set({ responder_id: mentorId }).where('uid', '=', layla.uid).execute()
    expect(await hand(reem)).toBe(3)
    // The server notes at most every quarter of an hour that a person was here.
    server.clock.advance(20 * MINUTE)
    await give(noura, 2)
    await reem.call(blockPerson, { params: { uid: yousef.uid }, body: { reason: 'Not a learner' } })
    await (await signInByEmail(server.origin, 'layla@example.org', 'step by step 1')).call(eraseAccount, {})
    expect(await marked(salma)).toEqual([])
    for (const learner of [noura, yousef, layla]) expect(await wordFor(salma, learner)).toBeUndefined()
  })

  test('it promises no lesson of a course that was closed, and one of a course that may be finished', async () => {
    const { server, reem } = await startWithSilent()
    const withdraw = (body: { mayFinish?: boolean }) =>
      reem.call(withdrawCourse, { params: { id: 'first-aid-en' }, body })
    await withdraw({})
    expect((await preview(reem)).sample?.text).toBe(WORDS)
    await withdraw({ mayFinish: false })
    server.clock.advance(HOUR)
    expect((await preview(await server.signIn(PHONES.reem))).sample?.text).toBe(
      'Hello Noura! If you would rather get no more of these, a word is enough.',
    )
  })

  test('in the list of a mentor, learners with a kind word stand below those who wait, and above all others', async () => {
    const { server, reem, salma, noura, yousef, mentorId } = await startWithSilent()
    const layla = await register(server.origin, 'layla@example.org', 'step by step 1')
    const { db } = server.services
    await db.updateTable('users').set({ responder_id: mentorId }).where('uid', '=', layla.uid).execute()
    await send(salma, layla.uid, 'Welcome')
    const order = async () => (await salma.call(getInbox, {})).data.map(({ uid }) => uid)
    expect((await order())[0]).toBe(layla.uid)
    await hand(reem)
    expect((await order()).indexOf(layla.uid)).toBe(2)
    await send(yousef, mentorId, 'Are you there?')
    expect((await order()).slice(0, 3)).toEqual([yousef.uid, noura.uid, layla.uid])
  })
})
