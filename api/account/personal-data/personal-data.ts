import type { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import type { Db, Tables } from '../../database/tables.ts'

/**
 * The data that one part of the product stores about a person. Each such part has one, so that nothing is forgotten.
 */
export type PersonalData = {
  name: string
  collect: (db: Db, uid: string) => Promise<{ json: unknown; files?: PersonalFile[] }>
  /** `to` takes over the data of `from`. If both have some, it is merged; nothing is lost. */
  move: (trx: Transaction<Tables>, from: string, to: string, now: number) => Promise<void>
  /**
   * The row in `users` is gone before, so rows that name no uid are found by `phoneNumber`. Returns what has to be
   * removed outside the database, after the commit.
   */
  erase: (
    trx: Transaction<Tables>,
    uid: string,
    phoneNumber: string | null,
  ) => Promise<(() => Promise<void>) | undefined>
}

export type PersonalFile = { name: string; open: () => Readable }
