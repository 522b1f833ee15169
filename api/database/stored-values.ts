import type { Db } from './tables.ts'

/** A value of the table `settings`; undefined if there is none of this name. */
export async function storedValue<T>(db: Db, name: string): Promise<T | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row && (JSON.parse(row.value) as T)
}

export async function storeValue(db: Db, name: string, content: unknown): Promise<void> {
  const value = JSON.stringify(content)
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
