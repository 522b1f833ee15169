import { beforeAll, expect, test } from 'vitest'
import { saveUser } from '../../contract/account.ts'
import { getAway, setAway } from '../../contract/inbox/away.ts'
import { getInbox, markHandled } from '../../contract/inbox/inbox.ts'
import { getLearner, markReviewed } from '../../contract/inbox/learner.ts'
import { getSavedReplies, saveReplies } from '../../contract/inbox/saved-replies.ts'
import { logPage } from '../../contract/lessons.ts'
import { listMessages, markReceivedSeen } from '../../contract/messages.ts'
import { LESSON, mp3, PAGE, upload, urlFor } from '../media/testing.ts'
import {
  addMentor,
  castOn,
  hudaOn,
  PHONES,
  send,
  startForAll,
  startWithAll,
  textsOf,
  updates,
} from '../messages/testing.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import type { Person } from '../testing-people.ts'

onEachDatabase('the inbox', start => {
  let server: TestServer

  beforeAll(async () => {
    server = await startForAll(start)
    await server.importCourse('courses/first-aid-en')
    await server.services.catalogue.refresh()
  })

  async function answer(who: Person, answer: string, pageId = PAGE.id, pageNumber = PAGE.number): Promise<void> {
    const body = { userId: who.uid, pageId, pageNumber, answer }
    await who.call(logPage, { params: { lessonId: LESSON }, body })
  }

  async function inbox(who: Person) {
    return (await who.call(getInbox, {})).data
  }

  /** Fails unless an open inbox of Salma is notified of this action. */
  async function expectNews(salma: Person, work: () => Promise<unknown>): Promise<void> {
    const { cursor, state } = await updates(salma)
    const held = updates(salma, { since: cursor, state }, 20)
    await work()
    expect((await held).state).not.toBe(state)
  }

  test('changes by a learner, or on another device of the mentor, are news', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    const name = { params: { uid: noura.uid }, body: { displayName: 'Noura Salem' } }
    await expectNews(salma, () => noura.call(saveUser, name))
    await expectNews(salma, () => answer(noura, 'In my own words'))
    const page = { lessonId: LESSON, pageId: PAGE.id }
    await expectNews(salma, () => salma.call(markReviewed, { params: { uid: noura.uid }, body: page }))
    await expectNews(salma, () => salma.call(setAway, { body: { isAway: true, coverId: null } }))
    const { sentAt } = await send(salma, noura.uid, 'seen?')
    await expectNews(salma, () => noura.call(markReceivedSeen, { body: { from: mentorId } }))
    expect(await inbox(salma)).toMatchObject([{ uid: noura.uid, seenUpTo: Date.parse(sentAt) }, {}])
  })

  test('learners are promised no cover who is away, too', async () => {
    const { server, salma, noura } = await startWithAll(start)
    const { id: hudaId } = await addMentor(server, 'Huda Kamel', PHONES.huda)
    const huda = await server.signIn(PHONES.huda)
    await salma.call(setAway, { body: { isAway: true, coverId: hudaId } })
    expect((await updates(noura)).responder).toMatchObject({ isAway: true, coveredBy: 'Huda Kamel' })
    await huda.call(setAway, { body: { isAway: true, coverId: null } })
    expect((await updates(noura)).responder).not.toHaveProperty('coveredBy')
    expect((await salma.call(getAway, {})).data.colleagues).toEqual([{ id: hudaId, name: 'Huda Kamel', isAway: true }])
  })

  test('Salma sees at once that Noura is blocked or leaves, so that she does not write to nobody', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    await send(noura, mentorId, 'question')
    const rowOfNoura = async () => (await inbox(salma)).find(({ uid }) => uid === noura.uid)
    const waiting = await rowOfNoura()
    expect(waiting).not.toHaveProperty('isOut')
    for (const column of ['blocked_at', 'erase_at'] as const) {
      const set = (at: number | null) =>
        server.services.db
          .updateTable('users')
          .set({ [column]: at })
          .where('uid', '=', noura.uid)
          .execute()
      await set(server.services.now())
      expect(await rowOfNoura(), column).toMatchObject({ isOut: true, waitingSince: null })
      await set(null)
      expect(await rowOfNoura()).toEqual(waiting)
    }
  })

  test('a mentor "replies within a day" only if it is true', async () => {
    const { server, salma, noura, yousef, mentorId } = await startWithAll(start)
    const isSaid = async (who: Person) => {
      // The result is cached for ten minutes.
      server.clock.advance(11 * 60_000)
      return (await updates(who)).responder?.repliesWithinDay ?? false
    }
    expect(await isSaid(noura)).toBe(false)
    for (let count = 0; count < 3; count++) {
      await send(noura, mentorId, 'question')
      await send(salma, noura.uid, 'answer')
    }
    expect(await isSaid(noura)).toBe(true)
    // Yousef, one of four learners, has waited for two days. He no longer sees the promise, and soon nobody does.
    await send(yousef, mentorId, 'question')
    const twoDaysAgo = server.services.now() - 2 * 86_400_000
    await server.services.db
      .updateTable('conversations')
      .set({ waiting_since: twoDaysAgo })
      .where('learner_uid', '=', yousef.uid)
      .execute()
    expect((await updates(noura)).responder?.repliesWithinDay).toBe(true)
    expect((await updates(yousef)).responder?.repliesWithinDay).toBeUndefined()
    expect(await isSaid(noura)).toBe(false)
  })

  test('the person who waits longest comes first', async () => {
    const { server, salma, noura, yousef, mentorId } = await startWithAll(start)
    await noura.call(saveUser, { params: { uid: noura.uid }, body: { displayName: 'Noura Salem' } })
    const first = await send(noura, mentorId, 'first')
    server.clock.advance(60_000)
    await send(yousef, mentorId, 'second')
    server.clock.advance(60_000)
    await send(noura, mentorId, 'third')
    expect(await inbox(salma)).toMatchObject([
      {
        uid: noura.uid,
        name: 'Noura Salem',
        waitingSince: Date.parse(first.sentAt),
        unseenCount: 2,
        last: { text: 'third', isFromLearner: true, isVoice: false },
      },
      { uid: yousef.uid, name: PHONES.yousef, unseenCount: 1 },
    ])
    await send(salma, noura.uid, 'an answer')
    expect((await inbox(salma)).map(({ uid, waitingSince }) => [uid, waitingSince !== null])).toEqual([
      [yousef.uid, true],
      [noura.uid, false],
    ])
  })

  test('a thank-you can be marked as handled without an answer, and the next question waits again', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    const thanked = await send(noura, mentorId, 'Thank you!')
    await salma.call(markHandled, { params: { uid: noura.uid }, body: { upTo: thanked.sentAt } })
    const rowOfNoura = async () => (await inbox(salma)).find(({ uid }) => uid === noura.uid)
    expect((await rowOfNoura())?.waitingSince).toBeNull()
    const asked = await send(noura, mentorId, 'One more thing')
    expect((await rowOfNoura())?.waitingSince).toBe(Date.parse(asked.sentAt))
    // Salma has not seen the question yet, and marks the thank-you once more.
    await salma.call(markHandled, { params: { uid: noura.uid }, body: { upTo: thanked.sentAt } })
    expect((await rowOfNoura())?.waitingSince).toBe(Date.parse(asked.sentAt))
  })

  test('Salma sees how far Noura got and what she answered, and marks it as reviewed once', async () => {
    const { salma, noura } = await castOn(server)
    const { pages } = server.services.catalogue.lessonOf(LESSON) ?? { pages: [] }
    const choice = pages.findIndex(({ type }) => type === 'multichoice')
    const page = pages[choice]
    const chosen = page?.options?.answers?.[0]
    await answer(noura, chosen?.id ?? '', page?.id, choice + 1)
    await answer(noura, 'When my son fell')
    expect((await inbox(salma)).find(({ uid }) => uid === noura.uid)).toMatchObject({ toReview: 1 })
    const { data } = await salma.call(getLearner, { params: { uid: noura.uid }, query: {} })
    expect(data.courses).toMatchObject([{ id: 'first-aid-en' }])
    expect(data.courses[0]?.percent).toBeGreaterThan(0)
    expect(data.answers).toMatchObject([
      { pageId: PAGE.id, pageNumber: 9, words: ['When my son fell'], isToReview: true },
      { pageId: page?.id, words: [chosen?.text], isToReview: false },
    ])
    expect(data.answers[0]?.pageTitle).not.toBe('')

    const reviewed = { params: { uid: noura.uid }, body: { lessonId: LESSON, pageId: PAGE.id } }
    await salma.call(markReviewed, reviewed)
    expect((await inbox(salma)).find(({ uid }) => uid === noura.uid)).toMatchObject({ toReview: 0 })
    await answer(noura, 'When my son fell')
    expect((await inbox(salma)).find(({ uid }) => uid === noura.uid)).toMatchObject({ toReview: 0 })
    await answer(noura, 'No: when my daughter fell')
    expect((await inbox(salma)).find(({ uid }) => uid === noura.uid)).toMatchObject({ toReview: 1 })
    await send(salma, noura.uid, 'Well done', { about: { lessonId: LESSON, pageId: PAGE.id } })
    expect((await inbox(salma)).find(({ uid }) => uid === noura.uid)).toMatchObject({ toReview: 0 })
  })

  test('saved replies belong to one mentor', async () => {
    const { salma } = await castOn(server)
    const { huda } = await hudaOn(server)
    await salma.call(saveReplies, { body: { replies: ['  أحسنت!  ', 'Read page 3 again'] } })
    expect((await salma.call(getSavedReplies, {})).data).toEqual(['أحسنت!', 'Read page 3 again'])
    expect((await huda.call(getSavedReplies, {})).data).toEqual([])
    await salma.call(saveReplies, { body: { replies: ['Only this'] } })
    expect((await salma.call(getSavedReplies, {})).data).toEqual(['Only this'])
    await expect(salma.call(saveReplies, { body: { replies: [' '] } })).rejects.toMatchObject({ status: 400 })
  })

  test('while Salma is away Huda reads and answers her learners, plays their recordings, and no longer after', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    const { huda, hudaId } = await hudaOn(server)
    await answer(noura, 'A first answer')
    const { body } = await upload(server.origin, noura, { file: mp3(1) })
    await answer(noura, `audio:${body.data.filename}`)
    await expect(urlFor(huda, body.data.filename)).rejects.toMatchObject({ status: 404 })

    await salma.call(setAway, { body: { isAway: true, coverId: hudaId } })
    expect((await huda.call(getAway, {})).data).toMatchObject({ isAway: false, covering: ['Salma Haddad'] })
    expect((await updates(noura)).responder).toEqual({
      id: mentorId,
      name: 'Salma Haddad',
      isAway: true,
      coveredBy: 'Huda Kamel',
    })
    const { cursor } = await updates(huda)
    await send(noura, mentorId, 'Is anybody there?')
    expect(textsOf((await updates(huda, { since: cursor })).messages)).toEqual(['Is anybody there?'])
    expect((await inbox(huda))[0]).toMatchObject({ uid: noura.uid, coveredFor: 'Salma Haddad' })
    expect((await urlFor(huda, body.data.filename)).url).toContain(body.data.filename)
    const reply = await send(huda, noura.uid, 'I am Huda')
    expect(reply).toMatchObject({ from: String(hudaId), fromName: 'Huda Kamel', to: noura.uid })
    expect(textsOf((await updates(salma)).messages)).toEqual(['Is anybody there?', 'I am Huda'])
    // Salma did not write this reply, so her list must not say that she did.
    const lastFor = async (who: Person) => (await inbox(who)).find(({ uid }) => uid === noura.uid)?.last
    expect(await lastFor(salma)).toMatchObject({ text: 'I am Huda', isFromLearner: false, fromName: 'Huda Kamel' })
    expect(await lastFor(huda)).not.toHaveProperty('fromName')
    await send(noura, mentorId, 'Thank you')
    expect(await lastFor(salma)).not.toHaveProperty('fromName')

    await salma.call(setAway, { body: { isAway: false, coverId: hudaId } })
    await expect(send(huda, noura.uid, 'Still here')).rejects.toMatchObject({ status: 403 })
    await expect(huda.call(listMessages, { query: { with: noura.uid } })).rejects.toMatchObject({ status: 403 })
    await expect(urlFor(huda, body.data.filename)).rejects.toMatchObject({ status: 404 })
    expect(await inbox(huda)).toEqual([])
    expect((await updates(noura)).responder).toEqual({ id: mentorId, name: 'Salma Haddad', isAway: false })
  })

  test('nobody can cover for themselves, and only mentors can cover', async () => {
    const { salma, mentorId } = await castOn(server)
    for (const coverId of [mentorId, 99])
      await expect(salma.call(setAway, { body: { isAway: true, coverId } })).rejects.toMatchObject({ status: 400 })
  })

  test('the inbox is for mentors only, and each learner for their own mentor', async () => {
    const { noura, yousef } = await castOn(server)
    const { huda } = await hudaOn(server)
    const params = { uid: noura.uid }
    const body = { lessonId: LESSON, pageId: PAGE.id }
    for (const wrong of [
      () => yousef.call(getInbox, {}),
      () => yousef.call(getLearner, { params, query: {} }),
      () => yousef.call(getSavedReplies, {}),
      () => yousef.call(getAway, {}),
      () => yousef.call(setAway, { body: { isAway: true, coverId: null } }),
      () => huda.call(getLearner, { params, query: {} }),
      () => huda.call(markReviewed, { params, body }),
      () => huda.call(markHandled, { params, body: { upTo: new Date().toISOString() } }),
    ])
      await expect(wrong()).rejects.toMatchObject({ status: 403 })
    expect(await inbox(huda)).toEqual([])
  })
})
