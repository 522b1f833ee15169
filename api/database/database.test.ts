import { mkdirSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../contract/time.ts'
import { startHourlyWork } from '../hourly-work.ts'
import { onEachDatabase } from '../testing.ts'
import { deleteExpiredRows } from './delete-expired-rows.ts'
import { migrate } from './migrate.ts'
import { type Holes, prepare } from './prepare.ts'
import { transactionWithLock } from './transaction-with-lock.ts'

onEachDatabase('database', start => {
  test('forty simultaneous increments add up to forty', async () => {
    const { services } = await start()
    const { db } = services
    await db.insertInto('settings').values({ name: 'count', value: '0' }).execute()
    await Promise.all(
      Array.from({ length: 40 }, () =>
        transactionWithLock(db, 'count', async trx => {
          const row = await trx
            .selectFrom('settings')
            .select('value')
            .where('name', '=', 'count')
            .executeTakeFirstOrThrow()
          await trx
            .updateTable('settings')
            .set({ value: String(Number(row.value) + 1) })
            .where('name', '=', 'count')
            .execute()
        }),
      ),
    )
    const row = await db.selectFrom('settings').select('value').where('name', '=', 'count').executeTakeFirst()
    expect(row?.value).toBe('40')
  })

  test('a write that fails undoes none of the writes beside it, and leaves nothing of its own', async () => {
    const { services } = await start()
    const { db } = services
    const write = (name: string, fails: boolean) =>
      transactionWithLock(db, name, async trx => {
        await trx.insertInto('settings').values({ name, value: '1' }).execute()
        if (fails) throw new Error('changed my mind')
      })
    const outcomes = await Promise.allSettled([write('first', false), write('second', true), write('third', false)])
    expect(outcomes.map(outcome => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const rows = await db.selectFrom('settings').select('name').orderBy('name').execute()
    expect(rows.map(row => row.name)).toEqual(['first', 'third'])
  })

  test('a prepared statement uses the values of each call, inside a transaction and outside', async () => {
    const { services } = await start()
    const { db } = services
    const keep = prepare((to, { name, value }: Holes<{ name: string; value: string }>) =>
      to.insertInto('settings').values({ name, value }),
    )
    const find = prepare((to, { name }: Holes<{ name: string }>) =>
      to.selectFrom('settings').select('value').where('name', '=', name),
    )
    await keep(db, { name: 'colour', value: 'green' })
    await transactionWithLock(db, 'size', async trx => {
      await keep(trx, { name: 'size', value: 'small' })
      expect(await find(trx, { name: 'size' })).toEqual([{ value: 'small' }])
    })
    expect(await find(db, { name: 'colour' })).toEqual([{ value: 'green' }])
    expect(await find(db, { name: 'taste' })).toEqual([])
  })

  test('a column that a newer program adds breaks no query of this one', async () => {
    const { services } = await start()
    const { db } = services
    const ask = () => db.selectFrom('settings').selectAll().where('name', '=', 'count').execute()
    for (let time = 0; time < 10; time++) await ask()
    await sql`alter table settings add column colour text`.execute(db)
    await expect(ask()).resolves.toEqual([])
  })

  test('migrating twice changes nothing', async () => {
    const { services } = await start()
    await expect(migrate(services.db)).resolves.toBeUndefined()
  })

  test('idempotency keys are stored for at least a day, and not for ever', async () => {
    const { services } = await start()
    const { db } = services
    // The server deletes expired rows by its own clock.
    const now = services.now()
    const key = (name: string, age: number) => ({
      uid: 'n',
      key: name,
      fingerprint: '',
      reply: '',
      created_at: now - age * HOUR,
    })
    await db
      .insertInto('idempotency_keys')
      .values([key('fresh', 24), key('old', 49)])
      .execute()
    await deleteExpiredRows(db, now)
    const rows = await db.selectFrom('idempotency_keys').select('key').execute()
    expect(rows.map(row => row.key)).toEqual(['fresh'])
  })

  test('what has run out is deleted five minutes after the start, so that people come first', async () => {
    const { services } = await start()
    const { db, now } = services
    // The process was killed while two courses arrived.
    const incoming = join(services.config.dataDir, 'incoming')
    for (const [name, ago] of [
      ['import-old', DAY],
      ['import-new', HOUR],
    ] as const) {
      mkdirSync(join(incoming, name, 'files'), { recursive: true })
      utimesSync(join(incoming, name), 0, (now() - ago - MINUTE) / 1000)
    }
    const old = { uid: 'noura', key: 'old', fingerprint: '', reply: '', created_at: 0 }
    await db.insertInto('idempotency_keys').values(old).execute()
    const keys = () => db.selectFrom('idempotency_keys').select('key').execute()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const stop = startHourlyWork(services)
    await vi.advanceTimersByTimeAsync(4 * MINUTE)
    expect(await keys()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(MINUTE)
    vi.useRealTimers()
    await expect.poll(keys).toEqual([])
    await expect.poll(() => readdirSync(incoming)).toEqual(['import-new'])
    await stop()
  })
})
