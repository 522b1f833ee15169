import { sql, type Transaction } from 'kysely'
import type { Db, Tables } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { closedAccount } from './closed-accounts.ts'
import { type Identifiers, insertUser } from './users.ts'
import { ACCOUNTS_LOCK } from './write-for-user.ts'

/** The data of a hosted service about a person, as of `verifiedAt` (epoch ms). */
export type VerifiedPerson = Identifiers & { displayName: string | null; isEmailVerified: boolean; verifiedAt: number }

/**
 * Creates or updates the record of a person that a hosted service has verified. A phone or e-mail address opens one
 * account only, and the newest token counts. A field that the token does not have stays as it is.
 */
export async function saveIdentifiers(db: Db, person: VerifiedPerson, now: number): Promise<void> {
  if (await isUpToDate(db, person)) return
  await transactionWithLock(db, ACCOUNTS_LOCK, async trx => {
    // Tokens of a merged or erased account may still exist.
    if (await closedAccount(trx, person.uid)) return
    // The name in the token counts for a new record only. Later changes of the name are not sent to Firebase.
    await insertUser(trx, { ...person, phoneNumber: null, email: null }, now)
    await saveIdentifier(trx, 'phone', person.phoneNumber, person)
    await saveIdentifier(trx, 'email', person.email, person)
    if (person.isEmailVerified) await markEmailVerified(trx, person)
  })
}

async function isUpToDate(db: Db, { uid, phoneNumber, email, isEmailVerified }: VerifiedPerson): Promise<boolean> {
  const row = await db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst()
  return (
    row !== undefined &&
    (phoneNumber === null || row.phone_number === phoneNumber) &&
    (email === null || row.email === email) &&
    (!isEmailVerified || row.email_proved_at !== null)
  )
}

const columns = {
  phone: { column: 'phone_number', since: 'phone_since' },
  email: { column: 'email', since: 'email_since' },
} as const

async function saveIdentifier(
  trx: Transaction<Tables>,
  kind: keyof typeof columns,
  value: string | null,
  { uid, verifiedAt }: VerifiedPerson,
): Promise<void> {
  if (value === null) return
  const { column, since } = columns[kind]
  const concerned = await trx
    .selectFrom('users')
    .select(['uid', column, since])
    .where(({ eb, or }) => or([eb('uid', '=', uid), eb(column, '=', value)]))
    .execute()
  const own = concerned.find(row => row.uid === uid)
  if (own?.[column] === value) return
  // This token is older than one that was used before: since then the phone or the e-mail address has moved to another
  // account.
  if (concerned.some(row => (row[since] ?? Number.NEGATIVE_INFINITY) >= verifiedAt)) return
  const verification = kind === 'email' ? { email_proved_at: null } : {}
  await trx
    .updateTable('users')
    .set({ [column]: null, [since]: null, ...verification })
    .where(column, '=', value)
    .execute()
  await trx
    .updateTable('users')
    .set({ [column]: value, [since]: verifiedAt, ...verification })
    .where('uid', '=', uid)
    .execute()
}

async function markEmailVerified(trx: Transaction<Tables>, { uid, email, verifiedAt }: VerifiedPerson): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email_proved_at: sql`coalesce(email_proved_at, ${verifiedAt})` })
    .where('uid', '=', uid)
    .where('email', '=', email)
    .execute()
}
