import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createClient } from '../../../contract/calls/client.ts'
import { insertMentor } from '../../mentors/mentors.ts'
import { onEachDatabase } from '../../testing.ts'
import { register } from '../../testing-people.ts'
import { requireVerified } from './merge.ts'
import { EMAIL, LESSON, load, log, merge, nouraTwice, PASSWORD, PHONE, rowsOf, save } from './testing.ts'

onEachDatabase('Two accounts become one', start => {
  test('the merged account has the progress of both and the later answer of each page, and the phone opens it', async () => {
    const { server, byPhone, byEmail } = await nouraTwice(start)
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
    const { server, byPhone, byEmail } = await nouraTwice(start)
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
    const { byPhone, byEmail } = await nouraTwice(start)
    await log(byPhone, { pageId: 'kit', pageNumber: 4, answer: ['gloves'], answeredAt: 1000 })
    await log(byEmail, { pageId: 'kit', pageNumber: 4, answeredAt: 2000 })
    await merge(byEmail, byPhone)
    expect((await load(byEmail)).userLessonData[LESSON]?.answers).toEqual({ kit: ['gloves'] })
  })

  test('the surviving account keeps its mentor and its name, and takes over what it lacks', async () => {
    const { server, byPhone, byEmail } = await nouraTwice(start)
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
    const { server, byPhone, byEmail } = await nouraTwice(start)
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
    const { server, byPhone, byEmail } = await nouraTwice(start)
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
    const { byPhone, byEmail } = await nouraTwice(start)
    await log(byPhone, { pageId: 'start', pageNumber: 1 })
    const first = await merge(byEmail, byPhone)
    for (let time = 0; time < 4; time++) expect(await merge(byEmail, byPhone)).toEqual(first)
    const together = await Promise.all([merge(byEmail, byPhone), merge(byEmail, byPhone)])
    expect(together).toEqual([first, first])
  })

  test('when two accounts take over one phone account at once, from two processes, one of them gets all of it', async () => {
    const { server, byPhone, byEmail } = await nouraTwice(start)
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
    const { server, byPhone, byEmail } = await nouraTwice(start)
    const { db, identity } = server.services
    const requireSignIn: typeof identity.requireSignIn = async signIn => {
      await merge(byEmail, byPhone)
      return identity.requireSignIn(signIn)
    }
    const proof = { token: byPhone.idToken, phoneUid: byPhone.uid }
    await expect(requireVerified(db, { ...identity, requireSignIn }, proof)).resolves.toBeUndefined()
  })

  test('data that an account took over before goes along with the next merge', async () => {
    const { server, byPhone, byEmail } = await nouraTwice(start)
    await server.services.db
      .insertInto('closed_accounts')
      .values({ uid: 'long-ago', merged_into: byPhone.uid, closed_at: 1 })
      .execute()
    expect((await merge(byEmail, byPhone)).data.user.formerUids).toEqual(['long-ago', byPhone.uid])
  })

  test('a page log at the same moment as the merge is on the surviving account or refused, never lost or left behind', async () => {
    const { server } = await nouraTwice(start)
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
