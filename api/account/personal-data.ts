import type { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import type { Db, Tables } from '../database/tables.ts'

/** What one room keeps of a person: every room that keeps something has one, so that nothing is left behind. */
export type PersonalData = {
  /** Its key in data.json. */
  name: string
  /** All of it, as JSON, and the files that belong to it. */
  collect: (db: Db, uid: string) => Promise<{ json: unknown; files?: PersonalFile[] }>
  /** `to` takes over what is kept of `from`. What both have is united; nothing is lost. */
  move: (trx: Transaction<Tables>, from: string, to: string, now: number) => Promise<void>
  /** Removes it. What lies outside the database is removed by the function answered, after the commit. */
  erase: (trx: Transaction<Tables>, uid: string) => Promise<(() => Promise<void>) | undefined>
}

export type PersonalFile = { name: string; open: () => Readable }
