import { expect, test } from 'vitest'
import { MINUTE } from '../../contract/time.ts'
import type { Db } from '../database/tables.ts'
import { onEachDatabase } from '../testing.ts'
import { type Counter, consume, deleteLimitsOf, limitKey } from './limits.ts'

const UID = 'noura_1'

const OF_NOURA: Counter[] = [
  { name: 'log', of: { uid: UID } },
  { name: 'change-email/hour', of: { uid: UID } },
  { name: 'code/hour', of: { phone: '+971501234567' } },
  { name: 'reset/hour', of: { email: 'noura@example.org' } },
  { name: 'password/day', of: { email: 'noura@example.org', deviceId: 'phone' } },
]
const OF_OTHERS: Counter[] = [
  { name: 'send', of: { uid: `x${UID}` } },
  { name: 'send', of: { uid: `${UID}x` } },
  // In a pattern of SQL, the underscore would be any letter.
  { name: 'send', of: { uid: 'nouraX1' } },
  { name: 'events', of: { network: '203.0.113.7' } },
  { name: 'code/day', of: { numbers: '+971' } },
  { name: 'code/day', of: 'everybody' },
]

onEachDatabase('Counts of limits', start => {
  test('all that name a person are found when she is erased, and no other', async () => {
    const { services, clock } = await start()
    const { db } = services
    // Not long ago: the work of each hour, which begins with the server, deletes old counts.
    for (const counter of [...OF_NOURA, ...OF_OTHERS])
      await consume(db, { ...counter, max: 1, perMs: MINUTE }, clock.now())

    for (const name of [UID, '+971501234567', 'noura@example.org']) await deleteLimitsOf(db, name)

    expect(await storedKeys(db)).toEqual(OF_OTHERS.map(limitKey).toSorted())
  })
})

test('the keys are those of the rows that are stored already', () => {
  expect([...OF_NOURA, ...OF_OTHERS].map(limitKey)).toEqual([
    'log:noura_1',
    'change-email/hour/noura_1',
    'code/hour/+971501234567',
    'reset/hour/noura@example.org',
    'password/day/noura@example.org/phone',
    'send/xnoura_1',
    'send/noura_1x',
    'send/nouraX1',
    'events:203.0.113.7',
    'code/day/+971',
    'code/day',
  ])
})

test('the compiler refuses a key that is put together elsewhere', () => {
  // @ts-expect-error: the name of a limit names nobody.
  const named: Counter = { name: `push/${UID}`, of: 'everybody' }
  const written = (db: Db) =>
    // @ts-expect-error: the key is not from `limitKey`.
    db.insertInto('limits').values({ key: `${UID}/push`, started_at: 1, count: 1 })
  expect([named, written]).toHaveLength(2)
})

async function storedKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('limits').select('key').execute()
  return rows.map(({ key }) => key).toSorted()
}
