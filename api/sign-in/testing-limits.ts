import { expect } from 'vitest'
import type { Db } from '../database/tables.ts'

/** Sets the count of a limit that was used before, as if it had been used this many times. */
export async function setCount(db: Db, key: string, count: number): Promise<void> {
  const row = await db.updateTable('limits').set({ count }).where('key', '=', key).returning('key').execute()
  expect(row).toHaveLength(1)
}
