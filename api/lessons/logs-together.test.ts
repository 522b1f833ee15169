import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveUser } from '../../contract/account.ts'
import { logPage } from '../../contract/lessons.ts'
import { userLock } from '../account/write-for-user.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { onEachDatabase, onPostgres, type TestServer } from '../testing.ts'
import type { Person } from '../testing-people.ts'
import { LOGS_PER_MINUTE } from './log-page.ts'

const LESSON = 'first-aid-en-cuts'
const NEIGHBOURS = 8

type Options = { key?: string; answeredAt?: number }

function log(who: Person, pageId: string, answer: string, { key, answeredAt }: Options = {}) {
  const body = { userId: who.uid, pageId, pageNumber: 4, answer, ...(answeredAt === undefined ? {} : { answeredAt }) }
  return who.call(logPage, { params: { lessonId: LESSON }, body }, key ? { idempotencyKey: key } : {})
}

async function answersOf(who: Person) {
  const { data } = await who.call(saveUser, { params: { uid: who.uid }, body: {} })
  return data.userLessonData[LESSON]?.answers ?? {}
}

/** Noura, and eight others who answer at the same moment as she does. */
async function startWithNeighbours(start: (options: object) => Promise<TestServer>, limitFactor = '10') {
  const server = await start({ env: { LIMIT_FACTOR: limitFactor, LOG_LEVEL: 'silent' } })
  await server.importCourse('courses/first-aid-en')
  await server.services.catalogue.refresh()
  const noura = await server.signIn('+971501234567')
  const neighbours: Person[] = []
  for (let count = 0; count < NEIGHBOURS; count++) neighbours.push(await server.signIn(`+97150765432${count}`))
  return { server, noura, neighbours }
}

onEachDatabase('people who answer at the same moment', start => {
  test('get their own progress each, and all answers are stored', async () => {
    const { noura, neighbours } = await startWithNeighbours(start)
    const everybody = [noura, ...neighbours]
    const replies = await Promise.all(everybody.map((one, index) => log(one, 'kit', `answer ${index}`)))
    expect(replies.map(({ data }) => data.answers.kit)).toEqual(everybody.map((_, index) => `answer ${index}`))
    for (const [index, one] of everybody.entries()) expect(await answersOf(one)).toEqual({ kit: `answer ${index}` })
  })

  test('are not held up by one whose answer the database refuses', async () => {
    const { server, noura, neighbours } = await startWithNeighbours(start)
    const [yousef, ...others] = neighbours as [Person, ...Person[]]
    await log(yousef, 'kit', 'gauze')
    await sql`create unique index only_one_kit on page_answers (page_id) where page_id = 'kit'`.execute(
      server.services.db,
    )
    const outcomes = await Promise.allSettled([
      ...others.map(one => log(one, 'first-step', 'press')),
      log(noura, 'kit', 'gloves'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([...others.map(() => 'fulfilled'), 'rejected'])
    for (const one of others) expect(await answersOf(one)).toEqual({ 'first-step': 'press' })
    expect(await answersOf(noura)).toEqual({})
    expect(await answersOf(yousef)).toEqual({ kit: 'gauze' })
  })

  test('are not refused because one of them uses a key again, or answers too often', async () => {
    const { noura, neighbours } = await startWithNeighbours(start, '1')
    const [yousef, ...others] = neighbours as [Person, ...Person[]]
    const first = await log(noura, 'kit', 'gauze', { key: 'a-key-of-noura' })
    for (let count = 1; count <= LOGS_PER_MINUTE; count++) await log(yousef, 'kit', `answer ${count}`)
    const outcomes = await Promise.allSettled([
      log(noura, 'kit', 'gloves', { key: 'a-key-of-noura' }),
      log(yousef, 'kit', 'one more'),
      ...others.map(one => log(one, 'kit', 'press', { key: 'a-key-of-noura' })),
    ])
    const statuses = outcomes.map(outcome => (outcome.status === 'rejected' ? outcome.reason.status : 200))
    expect(statuses).toEqual([422, 429, ...others.map(() => 200)])
    expect(await log(noura, 'kit', 'gauze', { key: 'a-key-of-noura' })).toEqual(first)
    expect(await answersOf(yousef)).toEqual({ kit: `answer ${LOGS_PER_MINUTE}` })
  })

  test('keep the later of two answers of one person, and each key counts once', async () => {
    const { server, noura, neighbours } = await startWithNeighbours(start)
    const at = server.clock.now()
    const [earlier, later] = await Promise.all([
      log(noura, 'kit', 'earlier', { answeredAt: at - 2000.5, key: 'a-key-of-noura' }),
      log(noura, 'kit', 'later', { answeredAt: at - 1000, key: 'another-key-of-noura' }),
      ...neighbours.map(one => log(one, 'kit', 'mine')),
    ])
    const again = await Promise.all([
      ...neighbours.map(one => log(one, 'kit', 'mine')),
      log(noura, 'kit', 'earlier', { answeredAt: at - 2000.5, key: 'a-key-of-noura' }),
      log(noura, 'kit', 'later', { answeredAt: at - 1000, key: 'another-key-of-noura' }),
      log(noura, 'kit', 'later', { answeredAt: at - 1000, key: 'another-key-of-noura' }),
    ])
    expect(again.slice(NEIGHBOURS)).toEqual([earlier, later, later])
    expect(await answersOf(noura)).toEqual({ kit: 'later' })
  })

  test('with half a character in the type of a page are all stored', async () => {
    const { noura, neighbours } = await startWithNeighbours(start)
    const body = { userId: noura.uid, pageId: 'kit', pageNumber: 4, answer: '\ud83d', pageType: 'text-response\ud83d' }
    const broken = noura.call(logPage, { params: { lessonId: LESSON }, body })
    await Promise.all([broken, ...neighbours.map(one => log(one, 'kit', '\\ud83d'))])
    for (const one of neighbours) expect(await answersOf(one)).toEqual({ kit: '\\ud83d' })
  })
})

onPostgres('people who answer while one of them is busy elsewhere', start => {
  test.each(['lock', 'row'])('do not wait for the %s of that one, who is answered in the end', async kind => {
    const { server, noura, neighbours } = await startWithNeighbours(start)
    const { db } = server.services
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
    const busy = transactionWithLock(db, kind === 'lock' ? userLock(noura.uid) : 'nothing', async trx => {
      if (kind === 'row') await trx.updateTable('users').set({ is_beta: 0 }).where('uid', '=', noura.uid).execute()
      held()
      await isFree
    })
    await isHeld
    let isAnswered = false
    const nouras = log(noura, 'kit', 'gauze').then(() => {
      isAnswered = true
    })
    await Promise.all(neighbours.map(one => log(one, 'kit', 'gloves')))
    expect(isAnswered).toBe(false)
    free()
    await Promise.all([busy, nouras])
    expect(await answersOf(noura)).toEqual({ kit: 'gauze' })
  })
})
