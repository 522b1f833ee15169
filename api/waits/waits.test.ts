import type { Kysely } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { setAway } from '../../contract/inbox/away.ts'
import { handOverLearner } from '../../contract/inbox/hand-over.ts'
import { markHandled } from '../../contract/inbox/inbox.ts'
import { markReviewed } from '../../contract/inbox/learner.ts'
import { logPage } from '../../contract/lessons.ts'
import { DAY, MINUTE } from '../../contract/time.ts'
import { mergeAccounts } from '../account/merge/merge.ts'
import { eraseNow } from '../account/personal-data/erase.ts'
import { up } from '../database/migrations/025-waits.ts'
import { LESSON, PAGE } from '../media/testing.ts'
import { type Cast, castOn, hudaOn, send, startForAll, startWithAll } from '../messages/testing.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import { type EmailPerson, newEmail, type Person, register } from '../testing-people.ts'

onEachDatabase('waits for a mentor', start => {
  /** Its clock stands still, except where a test advances it. */
  let server: TestServer

  beforeAll(async () => {
    server = await startForAll(start)
    await prepare(server)
  })

  async function prepare({ clock, importCourse, services }: TestServer): Promise<void> {
    clock.stop()
    await importCourse('courses/first-aid-en')
    await services.catalogue.refresh()
  }

  async function answer(who: Person | EmailPerson, answer: string, { id, number } = PAGE): Promise<void> {
    const body = { userId: who.uid, pageId: id, pageNumber: number, answer }
    await who.call(logPage, { params: { lessonId: LESSON }, body })
  }

  /** Since the start, in minutes: [kind, began, ended, how, the mentor who ended it]. */
  async function waitsOf({ server }: Cast, uid: string, begin: number) {
    const rows = await server.services.db
      .selectFrom('waits')
      .selectAll()
      .where('learner_uid', '=', uid)
      .orderBy('began_at')
      .orderBy('kind')
      .execute()
    const minutes = (time: number | null) => (time === null ? null : Math.round((time - begin) / MINUTE))
    return rows.map(row => [row.kind, minutes(row.began_at), minutes(row.ended_at), row.how, row.ended_by])
  }

  test('one begins with the first unanswered message and ends with the answer', async () => {
    const cast = await castOn(server)
    const { salma, noura, mentorId } = cast
    const begin = server.clock.now()
    await send(noura, mentorId, 'A question')
    server.clock.advance(MINUTE)
    await send(noura, mentorId, 'And another')
    server.clock.advance(2 * MINUTE)
    await send(salma, noura.uid, 'An answer')
    await send(salma, noura.uid, 'And more of it')
    server.clock.advance(MINUTE)
    await send(noura, mentorId, 'The next question')
    expect(await waitsOf(cast, noura.uid, begin)).toEqual([
      ['message', 0, 3, 'answered', mentorId],
      ['message', 4, null, null, null],
    ])
  })

  test('"needs no answer" ends one, and what was written meanwhile begins the next', async () => {
    const cast = await castOn(server)
    const { salma, noura, mentorId } = cast
    const begin = server.clock.now()
    const thanks = await send(noura, mentorId, 'Thank you!')
    server.clock.advance(MINUTE)
    await send(noura, mentorId, 'One more thing')
    server.clock.advance(MINUTE)
    const handle = () => salma.call(markHandled, { params: { uid: noura.uid }, body: { upTo: thanks.sentAt } })
    await handle()
    // Once more, from a screen that has not seen the question.
    await handle()
    expect(await waitsOf(cast, noura.uid, begin)).toEqual([
      ['message', 0, 2, 'no-answer', mentorId],
      ['message', 1, null, null, null],
    ])
  })

  test('an answer in own words waits until a mentor writes about it or says that it needs none', async () => {
    const cast = await castOn(server)
    const { salma, noura, mentorId } = cast
    const begin = server.clock.now()
    await answer(noura, 'In my own words')
    server.clock.advance(MINUTE)
    await answer(noura, 'In better words')
    server.clock.advance(MINUTE)
    const page = { lessonId: LESSON, pageId: PAGE.id }
    await salma.call(markReviewed, { params: { uid: noura.uid }, body: page })
    // The same answer again needs no second review.
    await answer(noura, 'In better words')
    server.clock.advance(MINUTE)
    await answer(noura, 'In the best words')
    server.clock.advance(MINUTE)
    await send(salma, noura.uid, 'Well said', { about: page })
    expect(await waitsOf(cast, noura.uid, begin)).toEqual([
      ['answer', 0, 2, 'no-answer', mentorId],
      ['answer', 3, 4, 'answered', mentorId],
    ])
  })

  test('a choice waits for nobody', async () => {
    const cast = await castOn(server)
    const { noura } = cast
    await answer(noura, 'cloth', { ...PAGE, id: 'pressure', number: 3 })
    expect(await waitsOf(cast, noura.uid, server.clock.now())).toEqual([])
  })

  test('a stand-in who answers is the one who ended it; after a hand-over it goes on until the next mentor answers', async () => {
    const cast = await castOn(server)
    const { salma, noura, yousef, mentorId } = cast
    const { huda, hudaId } = await hudaOn(server)
    const begin = server.clock.now()
    await send(noura, mentorId, 'A question')
    await send(yousef, mentorId, 'A question')
    await salma.call(setAway, { body: { isAway: true, coverId: hudaId } })
    server.clock.advance(2 * MINUTE)
    await send(huda, noura.uid, 'Salma is away')
    await salma.call(setAway, { body: { isAway: false, coverId: null } })
    await salma.call(handOverLearner, { params: { uid: yousef.uid }, body: { to: hudaId } })
    server.clock.advance(MINUTE)
    await send(huda, yousef.uid, 'Hello from Huda')
    expect(await waitsOf(cast, noura.uid, begin)).toEqual([['message', 0, 2, 'answered', hudaId]])
    expect(await waitsOf(cast, yousef.uid, begin)).toEqual([['message', 0, 3, 'answered', hudaId]])
  })

  test('what waited before the first version with waits is an open wait afterwards', async () => {
    const cast = await startWithAll(start)
    const { server, salma, noura, yousef, mentorId } = cast
    await prepare(server)
    const { db } = server.services
    const begin = server.clock.now()
    await send(yousef, mentorId, 'Answered')
    await send(salma, yousef.uid, 'The answer')
    server.clock.advance(MINUTE)
    await send(noura, mentorId, 'A question')
    await answer(noura, 'In my own words')
    await db.schema.dropTable('waits').execute()
    await up(db as unknown as Kysely<unknown>)
    expect(await waitsOf(cast, yousef.uid, begin)).toEqual([])
    expect(await waitsOf(cast, noura.uid, begin)).toEqual([
      ['answer', 1, null, null, null],
      ['message', 1, null, null, null],
    ])
  })

  test('two accounts of Noura that wait become one that waits since the earlier time; erased, nothing is left', async () => {
    const cast = await castOn(server)
    const { salma, noura, mentorId } = cast
    const { services, clock } = server
    const begin = clock.now()
    const mail = await register(server.origin, newEmail(), 'step by step 1', { responderId: mentorId })
    await send(noura, mentorId, 'From the phone')
    clock.advance(MINUTE)
    await send(mail, mentorId, 'From the computer')
    await answer(noura, 'On the phone')
    const page = { lessonId: LESSON, pageId: PAGE.id }
    clock.advance(MINUTE)
    await answer(mail, 'On the computer, later')
    await salma.call(markReviewed, { params: { uid: mail.uid }, body: page })
    clock.advance(MINUTE)
    const options = { ...services, accounts: services.identity.accounts, now: clock.now() }
    await mergeAccounts(services.db, { uid: mail.uid, phoneUid: noura.uid, phoneNumber: noura.phone }, options)
    expect(await waitsOf(cast, noura.uid, begin)).toEqual([])
    expect(await waitsOf(cast, mail.uid, begin)).toEqual([
      ['message', 0, null, null, null],
      // The answer that stays was reviewed.
      ['answer', 1, 3, 'withdrawn', null],
      ['answer', 2, 2, 'no-answer', Number(mentorId)],
    ])
    clock.advance(DAY)
    await eraseNow(services.db, mail.uid, options)
    expect(await waitsOf(cast, mail.uid, begin)).toEqual([])
  })
})
