import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { changeName, eraseAccount, getMyData, saveUser } from '../../contract/account.ts'
import { handOverLearner, undoHandOver } from '../../contract/inbox/hand-over.ts'
import { getVoiceUrl, listMessages } from '../../contract/messages.ts'
import { mergeAccounts } from '../account/merge/merge.ts'
import { eraseNow } from '../account/personal-data/erase.ts'
import type { PersonalData } from '../account/personal-data/personal-data.ts'
import { filesIn } from '../account/personal-data/testing-zip.ts'
import { mp3 } from '../media/testing.ts'
import { onEachDatabase, onPostgres, type TestServer } from '../testing.ts'
import { newEmail, register } from '../testing-people.ts'
import { handOver } from './conversation/hand-over.ts'
import { publishAbout } from './conversation/publish-about.ts'
import { castOn, history, hudaOn, sayVoice, send, startForAll, startWithAll, textsOf, updates } from './testing.ts'

onEachDatabase('conversations that are handed over', start => {
  let server: TestServer

  beforeAll(async () => {
    server = await startForAll(start)
  })

  test('Huda takes over from Salma: the conversation stays, Noura is notified, Salma can no longer read it', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    const { huda, hudaId } = await hudaOn(server)
    await send(noura, mentorId, 'a question', { key: 'before-the-change' })
    const before = await updates(noura)
    await handOver(server.services.db, { from: mentorId, to: hudaId }, server.clock.now())

    const after = await updates(noura, { since: before.cursor, state: before.state })
    expect(after.responder).toEqual({ id: hudaId, name: 'Huda Kamel', isAway: false })
    expect(after.state).not.toBe(before.state)
    const { handOvers } = await noura.call(listMessages, { query: {} })
    expect(handOvers).toMatchObject([{ responderName: 'Huda Kamel' }])
    expect(textsOf(await history(huda, { with: noura.uid }))).toEqual(['a question'])
    await send(huda, noura.uid, 'the answer')
    expect(textsOf((await updates(noura, { since: before.cursor })).messages)).toEqual(['the answer'])

    await expect(send(salma, noura.uid, 'me, too')).rejects.toMatchObject({ code: 'messenger/not-your-learner' })
    await expect(history(salma, { with: noura.uid })).rejects.toMatchObject({ status: 403 })
    expect((await updates(salma)).messages).toEqual([])
    await expect(send(noura, mentorId, 'to Salma')).rejects.toMatchObject({ code: 'messenger/not-your-responder' })
    // Messages that reached Salma are not sent to Huda again, even if the browser names an older mentor.
    await send(noura, hudaId, 'a question', { key: 'before-the-change' })
    expect(textsOf(await history(noura))).toEqual(['a question', 'the answer'])
  })

  test('messages move to the account that takes over another', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    const rania = await register(server.origin, newEmail(), 'step by step 1', { responderId: mentorId })
    await send(noura, mentorId, 'by phone')
    await send(rania, mentorId, 'by e-mail')
    const { db, personalDataSources, identity, now } = server.services
    const merge = { uid: rania.uid, phoneUid: noura.uid, phoneNumber: noura.phone }
    await mergeAccounts(db, merge, { personalDataSources, accounts: identity.accounts, now: now() })
    expect(textsOf(await history(rania))).toEqual(['by phone', 'by e-mail'])
    expect(textsOf(await history(salma, { with: rania.uid }))).toEqual(['by phone', 'by e-mail'])
    expect((await updates(salma)).unseenCount).toEqual({ [rania.uid]: 2 })
  })

  test('Noura’s messages are in her data, and are erased with her account', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    await send(noura, mentorId, 'سؤال')
    const voice = await sayVoice(server.origin, salma, mp3(1))
    const said = await send(salma, noura.uid, '', { voice })
    const zip = (await noura.call(getMyData, {})) as Blob
    const files = await filesIn(Buffer.from(await zip.arrayBuffer()))
    const { messages } = JSON.parse(String(files['data.json']))
    expect(messages).toMatchObject([
      { from: 'me', text: 'سؤال' },
      { from: 'Salma Haddad', text: '' },
    ])
    await noura.call(eraseAccount, {})
    const { db, personalDataSources, identity, now } = server.services
    await eraseNow(db, noura.uid, { personalDataSources, accounts: identity.accounts, now: now() })
    expect((await updates(salma)).messages).toEqual([])
    await expect(history(salma, { with: noura.uid })).rejects.toMatchObject({ status: 403 })
    await expect(salma.call(getVoiceUrl, { params: { messageId: said.id } })).rejects.toMatchObject({ status: 404 })
    for (const table of ['messages', 'conversations'] as const)
      expect(await db.selectFrom(table).where('learner_uid', '=', noura.uid).selectAll().execute()).toEqual([])
    const recordings = db.selectFrom('recordings').where('uid', 'in', [salma.uid, noura.uid]).selectAll()
    expect(await recordings.execute()).toEqual([])
  })

  test("Salma's note to Huda about Noura is in Noura’s data, moves in a merge, and is erased with Noura", async () => {
    const { salma, noura, mentorId } = await castOn(server)
    const { hudaId } = await hudaOn(server)
    const rania = await register(server.origin, newEmail(), 'step by step 1', { responderId: mentorId })
    await send(noura, mentorId, 'a question')
    await salma.call(handOverLearner, { params: { uid: noura.uid }, body: { to: hudaId, note: 'She hears better.' } })
    const handOvers = async (who: typeof noura | typeof rania) => {
      const zip = (await who.call(getMyData, {})) as Blob
      const files = await filesIn(Buffer.from(await zip.arrayBuffer()))
      return JSON.parse(String(files['data.json'])).handOvers
    }
    const told = { at: expect.any(String), to: 'Huda Kamel', from: 'Salma Haddad', note: 'She hears better.' }
    expect(await handOvers(noura)).toEqual([told])
    expect(await handOvers(rania)).toEqual([])

    const { db, personalDataSources, identity, now } = server.services
    const merge = { uid: rania.uid, phoneUid: noura.uid, phoneNumber: noura.phone }
    await mergeAccounts(db, merge, { personalDataSources, accounts: identity.accounts, now: now() })
    expect(await handOvers(rania)).toContainEqual(told)
    // Noura's old account was merged into another one, so Salma cannot undo its hand-over any more.
    await expect(salma.call(undoHandOver, { params: { uid: rania.uid } })).rejects.toMatchObject({ status: 409 })
    await eraseNow(db, rania.uid, { personalDataSources, accounts: identity.accounts, now: now() })
    const kept = db.selectFrom('hand_overs').where('learner_uid', 'in', [rania.uid, noura.uid]).selectAll()
    expect(await kept.execute()).toEqual([])
  })

  test('Salma is known as a mentor when she signs in', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    const load = async (who: typeof noura) =>
      (await who.call(saveUser, { params: { uid: who.uid }, body: {} })).data.user
    expect(await load(salma)).toMatchObject({ mentorId, responder_id: null })
    expect(await load(noura)).toMatchObject({ mentorId: null, responder_id: mentorId })
  })
})

/** Long enough for a call that waits for nobody. */
const PAUSE_MS = 500

// Only on PostgreSQL, because SQLite has one writer.
onPostgres('a hand-over while the account of the learner ends', start => {
  test('is not lost by a merge, and leaves no note of an account that is gone', async () => {
    const { server, salma, noura, yousef, mentorId } = await startWithAll(start)
    const { hudaId } = await hudaOn(server)
    const rania = await register(server.origin, newEmail(), 'step by step 1', { responderId: mentorId })
    const { db, hub, identity, now } = server.services
    const handOnOf = ({ uid }: { uid: string }) =>
      salma.call(handOverLearner, { params: { uid }, body: { to: hudaId, note: 'Prefers the morning' } })
    /** The last personal data source begins the calls and gives them time. */
    const during = (...calls: (() => Promise<unknown>)[]) => {
      const outcomes: Promise<unknown>[] = []
      const begin = async () => {
        outcomes.push(...calls.map(call => call().catch(error => error.code)))
        await sleep(PAUSE_MS)
        return undefined
      }
      const last: PersonalData = { name: 'last', collect: async () => ({ json: null }), move: begin, erase: begin }
      const personalDataSources = [...server.services.personalDataSources, last]
      return { outcomes, options: { personalDataSources, accounts: identity.accounts, now: now() } }
    }

    const rename = () => rania.call(changeName, { body: { name: 'Rania Saleh' } })
    const merge = during(
      () => handOnOf(noura),
      () => handOnOf(rania),
      rename,
    )
    const accounts = { uid: rania.uid, phoneUid: noura.uid, phoneNumber: noura.phone }
    await mergeAccounts(db, accounts, merge.options)
    const gone = 'messenger/not-your-learner'
    const done = { success: true }
    expect(await Promise.all(merge.outcomes)).toMatchObject([gone, done, done])
    const { data } = await rania.call(saveUser, { params: { uid: rania.uid }, body: {} })
    expect(data.user).toMatchObject({ responder_id: hudaId, displayName: 'Rania Saleh' })

    const erasure = during(() => handOnOf(yousef))
    await eraseNow(db, yousef.uid, erasure.options)
    expect(await Promise.all(erasure.outcomes)).toEqual([gone])
    const notes = db.selectFrom('hand_overs').select('note').where('learner_uid', 'in', [noura.uid, yousef.uid])
    expect(await notes.execute()).toEqual([])
    // A hand-over that ended just before makes this call. If it threw, Salma would read that her session is over.
    await publishAbout(db, hub, yousef.uid)
  })
})
