import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { onEachDatabase, onPostgres, type Start } from '../testing.ts'
import type { Person } from '../testing-people.ts'
import { inboxLock } from './conversation/conversation.ts'
import { addMentor, PHONES, send, startWithAll, textsOf, updates } from './testing.ts'

const OTHERS = 6

/** Salma mentors Noura, Yousef and six others, who all write at the same moment. */
async function startWithClass(start: Start) {
  const cast = await startWithAll(start, { LOG_LEVEL: 'silent' })
  const others: Person[] = []
  for (let count = 0; count < OTHERS; count++) others.push(await cast.server.signIn(`+97150666660${count}`))
  return { ...cast, others }
}

const statusesOf = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.map(outcome => (outcome.status === 'rejected' ? outcome.reason.status : 200))

onEachDatabase('messages of the same moment', start => {
  test('all reach the mentor, each at a time of its own, whatever happens to those beside them', async () => {
    const { salma, noura, yousef, others, mentorId } = await startWithClass(start)
    await send(noura, mentorId, 'From Noura', { key: 'a-key-of-noura' })
    const outcomes = await Promise.allSettled([
      send(noura, mentorId, 'Something else', { key: 'a-key-of-noura' }),
      send(yousef, mentorId + 1, 'To nobody'),
      send(yousef, mentorId, 'Not my voice', { voice: 'nobody.mp3' }),
      ...others.map((one, index) => send(one, mentorId, `From ${index}`, { key: `a-key-of-number-${index}` })),
      send(salma, yousef.uid, 'To Yousef'),
    ])
    expect(statusesOf(outcomes)).toEqual([422, 403, 404, ...others.map(() => 200), 200])
    const { messages } = await updates(salma)
    const texts = ['From Noura', 'To Yousef', ...others.map((_, index) => `From ${index}`)]
    expect(textsOf(messages).sort()).toEqual(texts.sort())
    expect(new Set(messages.map(({ sentAt }) => sentAt)).size).toBe(messages.length)
    expect(textsOf((await updates(yousef)).messages)).toEqual(['To Yousef'])
  })

  test('are stored but the one that the database refuses', async () => {
    const { server, salma, noura, yousef, others, mentorId } = await startWithClass(start)
    await send(noura, mentorId, 'Only once')
    await sql`create unique index only_once on messages (content)`.execute(server.services.db)
    const outcomes = await Promise.allSettled([
      ...others.map((one, index) => send(one, mentorId, `From ${index}`)),
      send(yousef, mentorId, 'Only once'),
    ])
    expect(statusesOf(outcomes)).toEqual([...others.map(() => 200), 500])
    const { messages } = await updates(salma)
    expect(textsOf(messages).sort()).toEqual([...others.map((_, index) => `From ${index}`), 'Only once'].sort())
  })

  test('follow a learner who has another mentor since their last message', async () => {
    const { server, salma, noura, others, mentorId } = await startWithClass(start)
    await send(noura, mentorId, 'To Salma')
    await send(salma, noura.uid, 'From Salma')
    const { id: hudaId } = await addMentor(server, 'Huda', PHONES.huda)
    const huda = await server.signIn(PHONES.huda)
    await server.services.db.updateTable('users').set({ responder_id: hudaId }).where('uid', '=', noura.uid).execute()
    const outcomes = await Promise.allSettled([
      send(noura, mentorId, 'To Salma again'),
      send(salma, noura.uid, 'From Salma again'),
      send(noura, hudaId, 'To Huda'),
      ...others.map(one => send(one, mentorId, 'To Salma')),
    ])
    expect(statusesOf(outcomes)).toEqual([403, 403, 200, ...others.map(() => 200)])
    expect(textsOf((await updates(huda)).messages)).toContain('To Huda')
  })
})

onPostgres('messages of the same moment to two mentors', start => {
  test('wait only for the mentor whose inbox another process writes to', async () => {
    const { server, noura, others, mentorId } = await startWithClass(start)
    const { db } = server.services
    const { id: hudaId } = await addMentor(server, 'Huda', PHONES.huda)
    await db.updateTable('users').set({ responder_id: hudaId }).where('uid', '=', noura.uid).execute()
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
    const busy = transactionWithLock(db, inboxLock(hudaId), async () => {
      held()
      await isFree
    })
    await isHeld
    let isSent = false
    const toHuda = send(noura, hudaId, 'To Huda').then(() => {
      isSent = true
    })
    await Promise.all(others.map(one => send(one, mentorId, 'To Salma')))
    expect(isSent).toBe(false)
    free()
    await Promise.all([busy, toHuda])
  })
})
