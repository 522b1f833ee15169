import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelErasure, eraseAccount } from '../../../contract/account.ts'
import { TEAM_LOCK } from '../../team/roles.ts'
import { onPostgres } from '../../testing.ts'

const LATER = { status: 503, code: 'unavailable', retryAfter: 2 }

onPostgres('a transaction that PostgreSQL ends because of another one', start => {
  test('has changed nothing, and can be tried again', async () => {
    const server = await start({ env: { LOG_LEVEL: 'silent' } })
    const { db } = server.services
    const noura = await server.signIn('+971501234567')
    const erase = () => noura.call(eraseAccount, {}).catch(error => error)
    const eraseAt = async () => (await db.selectFrom('users').select('erase_at').executeTakeFirst())?.erase_at

    await db.transaction().execute(async trx => {
      // The transaction of `erase` checks for a deadlock sooner, so it is the one that ends.
      await sql`set local deadlock_timeout = '1min'`.execute(trx)
      await trx.updateTable('users').set({ active_at: 1 }).where('uid', '=', noura.uid).execute()
      const erasing = erase()
      const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count).toBe(1)
      await sql`select pg_advisory_xact_lock(hashtextextended(${TEAM_LOCK}, 0))`.execute(trx)
      expect(await erasing).toMatchObject(LATER)
    })
    expect(await eraseAt()).toBeNull()
    expect(await erase()).toMatchObject({ success: true })

    // 40001 is a conflict, which a stricter isolation level can cause. 25006: the server has become a replica.
    for (const code of ['40001', '25006']) {
      await sql`create or replace function fails() returns trigger language plpgsql as ${sql.raw(
        `$$ begin raise exception 'not now' using errcode = '${code}'; end $$`,
      )}`.execute(db)
      await sql`create or replace trigger fails before update on users execute function fails()`.execute(db)
      await expect(noura.call(cancelErasure, {})).rejects.toMatchObject(LATER)
    }
    await sql`drop trigger fails on users`.execute(db)
    await noura.call(cancelErasure, {})
    expect(await eraseAt()).toBeNull()
  })
})
