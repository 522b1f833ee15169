import { sql } from 'kysely'
import { FOLDED_LATER, searchable } from '../../contract/text/search-text.ts'
import { isPostgres } from '../database/many-rows.ts'
import type { Db } from '../database/tables.ts'

const ROWS_AT_A_TIME = 500

/**
 * Folds again the names that a former release has stored (docs/decisions/070). Updates each row alone, so that nobody
 * waits long, and only if the person was not renamed in the meantime.
 */
export async function refoldNames(db: Db): Promise<void> {
  const letters = isPostgres(db) ? sql.lit(`[${FOLDED_LATER}]`) : sql.lit(`*[${FOLDED_LATER}]*`)
  const hasSome = isPostgres(db) ? sql<boolean>`name_key ~ ${letters}` : sql<boolean>`name_key glob ${letters}`
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('users')
      .select(['uid', 'name_key'])
      .where('uid', '>', after)
      .where(hasSome)
      .orderBy('uid')
      .limit(ROWS_AT_A_TIME)
      .execute()
    for (const { uid, name_key } of rows)
      await db
        .updateTable('users')
        .set({ name_key: searchable(name_key ?? '') || null })
        .where('uid', '=', uid)
        .where('name_key', '=', name_key ?? null)
        .execute()
    if (rows.length < ROWS_AT_A_TIME) return
    after = rows.at(-1)?.uid ?? after
  }
}
