import type { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import type { Db, Tables } from '../../database/tables.ts'

/**
 * How one part of the product collects, moves and erases what it stores about a person. Every part that stores such
 * data has a `PersonalData`, so that nothing is forgotten.
 */
export type PersonalData = {
  name: string
  collect: (db: Db, uid: string) => Promise<{ json: unknown; files?: PersonalFile[] }>
  /** `to` takes over the data of `from`. If both have some, it is merged; nothing is lost. */
  move: (trx: Transaction<Tables>, from: string, to: string, now: number) => Promise<void>
  /**
   * The row in `users` is already deleted, so rows that name no uid are found by `phoneNumber`. Returns a function that
   * removes what is outside the database; it is called after the commit.
   */
  erase: (
    trx: Transaction<Tables>,
    uid: string,
    phoneNumber: string | null,
  ) => Promise<(() => Promise<void>) | undefined>
}

export type PersonalFile = { name: string; open: () => Readable }
