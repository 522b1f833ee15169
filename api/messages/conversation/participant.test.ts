import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertUser, newUid } from '../../account/users.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { onPostgres } from '../../testing.ts'
import { participantsOf } from './participant.ts'

const OTHERS = 5000

onPostgres('People who read and write messages', start => {
  test('Noura is found among five thousand people without reading the others', async () => {
    const { db } = (await start()).services
    const noura = newUid()
    await insertUser(db, { uid: noura, phoneNumber: '+971503333333', email: null }, 1)
    await insertOthers(db)
    await db.transaction().execute(async trx => {
      const before = await rowsRead(trx, 'users')
      await participantsOf(trx, [noura])
      expect(await rowsRead(trx, 'users')).toBe(before)
    })
  })
})

async function insertOthers(db: Db): Promise<void> {
  await sql`
    insert into users (uid, created_at, is_beta)
    select 'other' || number, 1, 0 from generate_series(1, ${sql.lit(OTHERS)}) as number`.execute(db)
  await sql`analyze users`.execute(db)
}

/** How many rows of a table this transaction has read without an index. */
async function rowsRead(trx: Db, table: keyof Tables): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select seq_tup_read as count from pg_stat_xact_user_tables where relname = ${table}`.execute(trx)
  return rows[0]?.count ?? 0
}
