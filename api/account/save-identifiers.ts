import { sql, type Transaction } from 'kysely'
import type { Db, Tables } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { closedAccount } from './closed-accounts.ts'
import { type Identifiers, insertUser } from './users.ts'
import { ACCOUNTS_LOCK } from './write-for-user.ts'

/** What a hosted service says about a person, as of `provenAt` (epoch ms). */
export type VerifiedPerson = Identifiers & { displayName: string | null; isEmailProved: boolean; provenAt: number }

/**
 * Creates or updates the record of a person that a hosted service has verified. A phone or e-mail address opens one
 * account only, and the newest token counts. Fields that it does not name stay.
 */
export async function saveIdentifiers(db: Db, proven: VerifiedPerson, now: number): Promise<void> {
  if (await isKept(db, proven)) return
  await transactionWithLock(db, ACCOUNTS_LOCK, async trx => {
    // Tokens of a merged or erased account may still exist.
    if (await closedAccount(trx, proven.uid)) return
    // The name in the token counts for a new record only. Later the name is changed here, and Firebase is not told.
    await insertUser(trx, { ...proven, phoneNumber: null, email: null }, now)
    await keep(trx, 'phone', proven.phoneNumber, proven)
    await keep(trx, 'email', proven.email, proven)
    if (proven.isEmailProved) await markEmailVerified(trx, proven)
  })
}

async function isKept(db: Db, { uid, phoneNumber, email, isEmailProved }: VerifiedPerson): Promise<boolean> {
  const row = await db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst()
  return (
    row !== undefined &&
    (phoneNumber === null || row.phone_number === phoneNumber) &&
    (email === null || row.email === email) &&
    (!isEmailProved || row.email_proved_at !== null)
  )
}

const columns = {
  phone: { value: 'phone_number', since: 'phone_since' },
  email: { value: 'email', since: 'email_since' },
} as const

async function keep(
  trx: Transaction<Tables>,
  kind: keyof typeof columns,
  said: string | null,
  { uid, provenAt }: VerifiedPerson,
): Promise<void> {
  if (said === null) return
  const { value, since } = columns[kind]
  const concerned = await trx
    .selectFrom('users')
    .select(['uid', value, since])
    .where(({ eb, or }) => or([eb('uid', '=', uid), eb(value, '=', said)]))
    .execute()
  const own = concerned.find(row => row.uid === uid)
  if (own?.[value] === said) return
  // This token is older than one that was used before: since then the phone or the e-mail address has moved to another
  // account.
  if (concerned.some(row => (row[since] ?? Number.NEGATIVE_INFINITY) >= provenAt)) return
  const proofToo = kind === 'email' ? { email_proved_at: null } : {}
  await trx
    .updateTable('users')
    .set({ [value]: null, [since]: null, ...proofToo })
    .where(value, '=', said)
    .execute()
  await trx
    .updateTable('users')
    .set({ [value]: said, [since]: provenAt, ...proofToo })
    .where('uid', '=', uid)
    .execute()
}

async function markEmailVerified(trx: Transaction<Tables>, { uid, email, provenAt }: VerifiedPerson): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email_proved_at: sql`coalesce(email_proved_at, ${provenAt})` })
    .where('uid', '=', uid)
    .where('email', '=', email)
    .execute()
}
