import { expect } from 'vitest'
import type { Db } from '../database/tables.ts'

/** As if a limit that was used already had been used so many times. */
export async function setCount(db: Db, key: string, count: number): Promise<void> {
  const row = await db.updateTable('limits').set({ count }).where('key', '=', key).returning('key').execute()
  expect(row).toHaveLength(1)
}
