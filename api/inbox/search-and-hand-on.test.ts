import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { changeName } from '../../contract/account.ts'
import { getAway, setAway } from '../../contract/inbox/away.ts'
import { HAND_OVER_UNDO_MS, handOverLearner, listHandedOver, undoHandOver } from '../../contract/inbox/hand-over.ts'
import { getInbox, searchMessages } from '../../contract/inbox/inbox.ts'
import { getLearner } from '../../contract/inbox/learner.ts'
import { listMessages } from '../../contract/messages.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { MENTORS_LOCK, retireMentor } from '../mentors/mentors.ts'
import { handOver } from '../messages/conversation/hand-over.ts'
import { addMentor, history, PHONES, send, startWithAll, textsOf, updates } from '../messages/testing.ts'
import { onEachDatabase } from '../testing.ts'
import type { Person } from '../testing-people.ts'

onEachDatabase('searching and handing over', start => {
  async function startWithHuda() {
    const cast = await startWithAll(start)
    const { id: hudaId } = await addMentor(cast.server, 'Huda Kamel', PHONES.huda)
    return { ...cast, hudaId, huda: await cast.server.signIn(PHONES.huda) }
  }

  async function found(who: Person, text: string) {
    return (await who.call(searchMessages, { query: { text } })).data
  }

  test('Salma finds words of her own and covered learners, however they are written, and nobody else’s', async () => {
    const { salma, huda, noura, yousef, mentorId, hudaId } = await startWithHuda()
    await send(noura, mentorId, `${'قبل ذلك '.repeat(20)}وعندي سؤالٌ عن الأدوية`)
    await send(salma, noura.uid, 'Twenty minutes, 20 of them')
    await send(yousef, mentorId, 'كم ٢٠ دقيقة؟')
    const [medicine] = await found(salma, 'سوال عن الادويه'.replace('سوال', 'سؤال'))
    const [asked] = await history(noura)
    expect(medicine).toMatchObject({ uid: noura.uid, id: asked?.id, isFromLearner: true })
    expect(medicine?.text).toMatch(/^… .*وعندي سؤالٌ عن الأدوية$/)
    expect((await found(salma, '20')).map(({ uid }) => uid)).toEqual([yousef.uid, noura.uid])
    expect(await found(salma, 'TWENTY')).toMatchObject([{ uid: noura.uid, isFromLearner: false }])
    for (const text of ['%%', '__', "' OR 1=1 --"]) expect(await found(salma, text), text).toEqual([])
    expect(await found(huda, '20')).toEqual([])
    await salma.call(setAway, { body: { isAway: true, coverId: hudaId } })
    expect(await found(huda, '20')).toHaveLength(2)
    expect(await found(huda, 'twenty')).toMatchObject([{ uid: noura.uid, fromName: 'Salma Haddad' }])
    expect((await found(salma, 'twenty'))[0]).not.toHaveProperty('fromName')
    await expect(found(noura, '20')).rejects.toMatchObject({ status: 403 })
    await expect(found(salma, 'x')).rejects.toMatchObject({ status: 400 })
  })

  test('Salma gives Noura to Huda with a note that no screen of Noura shows', async () => {
    const { salma, huda, noura, yousef, mentorId, hudaId } = await startWithHuda()
    await send(noura, mentorId, 'a question')
    const give = (who: Person, uid: string, to: number, note?: string, options = {}) =>
      who.call(handOverLearner, { params: { uid }, body: { to, ...(note ? { note } : {}) } }, options)
    const notHers = { status: 403, code: 'messenger/not-your-learner' }
    await expect(give(huda, noura.uid, hudaId)).rejects.toMatchObject(notHers)
    await expect(give(salma, huda.uid, hudaId)).rejects.toMatchObject(notHers)
    await expect(give(salma, 'nobody', hudaId)).rejects.toMatchObject(notHers)
    await expect(give(noura, yousef.uid, hudaId)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    for (const to of [mentorId, 99, -1]) await expect(give(salma, noura.uid, to)).rejects.toMatchObject({ status: 400 })
    // A mentor who covers cannot hand over the learners of another mentor.
    await salma.call(setAway, { body: { isAway: true, coverId: hudaId } })
    await expect(give(huda, noura.uid, hudaId)).rejects.toMatchObject(notHers)
    await salma.call(setAway, { body: { isAway: false, coverId: null } })

    // The first reply is lost, so she presses once more.
    for (let press = 0; press < 2; press++)
      await give(salma, noura.uid, hudaId, 'She hears better than she reads.', { idempotencyKey: 'one-press-of-salma' })
    const { note } = (await huda.call(getLearner, { params: { uid: noura.uid }, query: {} })).data
    expect(note).toMatchObject({ text: 'She hears better than she reads.', fromName: 'Salma Haddad' })
    expect((await updates(noura)).responder).toMatchObject({ id: hudaId })
    const told = await noura.call(listMessages, { query: {} })
    expect(told.handOvers).toMatchObject([{ responderName: 'Huda Kamel' }])
    expect(JSON.stringify(told)).not.toContain('hears better')
    expect((await salma.call(getInbox, {})).data.map(({ uid }) => uid)).toEqual([yousef.uid])
    await expect(give(salma, noura.uid, hudaId)).rejects.toMatchObject(notHers)
  })

  test('Salma tells two learners and two colleagues of one name apart when she hands over', async () => {
    const { server, salma, noura, yousef, hudaId } = await startWithHuda()
    const colleagues = async () => (await salma.call(getAway, {})).data.colleagues.map(({ digits }) => digits)
    expect(await colleagues()).toEqual([undefined])
    await addMentor(server, 'huda kamel', '+971505555555')
    expect(await colleagues()).toEqual(['2222', '5555'])
    for (const person of [noura, yousef]) await person.call(changeName, { body: { name: 'Noura' } })
    await salma.call(handOverLearner, { params: { uid: noura.uid }, body: { to: hudaId } })
    const offered = (await salma.call(listHandedOver, {})).data
    expect(offered).toMatchObject([{ name: 'Noura', digits: '3333', toName: 'Huda Kamel', toDigits: '2222' }])
  })

  test('Salma can undo a hand-over as long as nobody has changed anything since, and nobody else can undo it', async () => {
    const { server, salma, huda, noura, yousef, mentorId, hudaId } = await startWithHuda()
    const { id: karimId } = await addMentor(server, 'Karim Nasser', '+971505555555')
    const give = (who: Person, { uid }: Person, to: number) =>
      who.call(handOverLearner, { params: { uid }, body: { to, note: 'She hears better.' } })
    const undo = (who: Person, { uid }: Person, options = {}) => who.call(undoHandOver, { params: { uid } }, options)
    const offered = async (who: Person) => (await who.call(listHandedOver, {})).data
    const mentorOf = async (who: Person) => (await updates(who)).responder?.id
    const tooLate = { status: 409, code: 'messenger/too-late-to-undo' }

    await send(noura, mentorId, 'to Salma')
    await give(salma, noura, hudaId)
    await send(noura, hudaId, 'to Huda')
    const until = expect.any(Number)
    expect(await offered(salma)).toEqual([{ uid: noura.uid, name: PHONES.noura, toName: 'Huda Kamel', until }])
    expect(await offered(huda)).toEqual([])
    await expect(undo(huda, noura)).rejects.toMatchObject(tooLate)
    await expect(undo(noura, noura)).rejects.toMatchObject({ status: 403 })
    await expect(undo(salma, yousef)).rejects.toMatchObject(tooLate)
    const { cursor, state } = await updates(huda)
    const held = updates(huda, { since: cursor, state }, 20)
    for (let press = 0; press < 2; press++) await undo(salma, noura, { idempotencyKey: 'one-press-of-salma' })
    expect((await held).state).not.toBe(state)
    expect(await mentorOf(noura)).toBe(mentorId)
    expect((await noura.call(listMessages, { query: {} })).handOvers).toEqual([])
    expect((await salma.call(getLearner, { params: { uid: noura.uid }, query: {} })).data.note).toBeUndefined()
    expect(textsOf(await history(salma, { with: noura.uid }))).toEqual(['to Salma', 'to Huda'])
    await expect(history(huda, { with: noura.uid })).rejects.toMatchObject({ status: 403 })
    await expect(undo(salma, noura)).rejects.toMatchObject(tooLate)

    for (const change of [
      () => send(huda, noura.uid, 'Hello from Huda'),
      () => give(huda, noura, karimId),
      async () => server.clock.advance(HAND_OVER_UNDO_MS),
    ]) {
      server.clock.advance(1000)
      await handOver(server.services.db, { to: mentorId, learnerUid: noura.uid }, server.services.now())
      server.clock.advance(1000)
      await give(salma, noura, hudaId)
      expect(await offered(salma)).toHaveLength(1)
      await change()
      expect(await offered(salma)).toEqual([])
      await expect(undo(salma, noura)).rejects.toMatchObject(tooLate)
    }
  })

  test('Salma, who is retired while she presses, takes nobody back', async () => {
    const { server, salma, noura, mentorId, hudaId } = await startWithHuda()
    await salma.call(handOverLearner, { params: { uid: noura.uid }, body: { to: hudaId } })
    const { db } = server.services
    let undoing: Promise<string> | undefined
    await transactionWithLock(db, MENTORS_LOCK, async trx => {
      undoing = salma.call(undoHandOver, { params: { uid: noura.uid } }).then(
        () => 'taken back',
        error => error.code,
      )
      // On PostgreSQL the call now waits for the lock.
      await sleep(500)
      await retireMentor(trx, mentorId)
    })
    expect(await undoing).toMatch(/^(forbidden|messenger.too-late-to-undo)$/)
    expect((await updates(noura)).responder).toMatchObject({ id: hudaId })
  })
})
