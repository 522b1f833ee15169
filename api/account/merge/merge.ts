import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { moveKeys } from '../../database/idempotent.ts'
import { isPostgres } from '../../database/many-rows.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { type AccountsAtProvider, type IdentityProvider, isSignedIn } from '../../identity/provider.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { joinedLimit } from '../../team/reach.ts'
import { rolesIn, storedRoles, TEAM_LOCK } from '../../team/roles.ts'
import { closeAccount, closedAccount } from '../closed-accounts.ts'
import type { PersonalData } from '../personal-data/personal-data.ts'
import { throwIfBlocked } from '../user-status.ts'
import { ACCOUNTS_LOCK, userLock } from '../write-for-user.ts'

/** The account `uid`, which signs in by e-mail, takes over the account of the phone. */
export type Merge = { uid: string; phoneUid: string; phoneNumber: string }

/** Phone and e-mail address of the owners of both accounts. */
export type Owners = { email: string; phoneNumber: string }

type Account = Tables['users']
type Options = { personalDataSources: readonly PersonalData[]; accounts: AccountsAtProvider; now: number }

/** Merges in one transaction. Returns who has to be notified; undefined if this merge was done before. */
export async function mergeAccounts(db: Db, merge: Merge, options: Options): Promise<Owners | undefined> {
  const { uid, phoneUid, phoneNumber } = merge
  // Roles move with the account. Without these locks, a role that is given in the meantime would be lost, perhaps that
  // of the only owner. The new mentor of a hand-over would be lost in the same way.
  const locks = [ACCOUNTS_LOCK, MENTORS_LOCK, TEAM_LOCK, userLock(uid), userLock(phoneUid)]
  return transactionWithLock(db, locks, async trx => {
    if (await isDone(trx, merge)) return undefined
    const survivor = await accountOf(trx, uid)
    const ending = await accountOf(trx, phoneUid)
    const email = await requireMergeable(trx, survivor, ending, phoneNumber)
    for (const source of options.personalDataSources) await source.move(trx, phoneUid, uid, options.now)
    await joinRecords(trx, survivor, ending, options.now)
    await moveKeys(trx, phoneUid, uid)
    await closeAccount(trx, phoneUid, { mergedInto: uid, now: options.now })
    await options.accounts.movePhone(trx, { from: phoneUid, to: uid, phoneNumber })
    return { email, phoneNumber }
  })
}

/**
 * Throws unless the token shows that the phone account is also the user's. The token of an account that has ended is
 * accepted, too, so that a repeated request learns how the merge ended.
 */
export async function requireVerified(
  db: Db,
  identity: IdentityProvider,
  { token, phoneUid }: { token: string; phoneUid: string },
): Promise<void> {
  const holder = await identity.readToken(token)
  const isTheirs = holder?.uid === phoneUid
  // The order of the two queries matters, because the account may end between them.
  const isVerified = isTheirs && ((await isSignedIn(identity, holder)) || (await closedAccount(db, phoneUid)))
  if (!isVerified) throw new ApiError('auth/merge-proof-required')
}

/** Whether this merge was done before. Throws if the phone account was merged into another account. */
async function isDone(trx: Transaction<Tables>, { uid, phoneUid }: Merge): Promise<boolean> {
  const closed = await closedAccount(trx, phoneUid)
  if (closed?.mergedInto && closed.mergedInto !== uid) throw new ApiError('conflict')
  return closed?.mergedInto === uid
}

/** Locks the row, because a name is changed without a lock. */
async function accountOf(trx: Transaction<Tables>, uid: string): Promise<Account> {
  const rows = trx.selectFrom('users').selectAll().where('uid', '=', uid)
  const row = await (isPostgres(trx) ? rows.forUpdate() : rows).executeTakeFirst()
  if (!row) throw new ApiError('forbidden')
  return row
}

/** Throws unless `survivor` has only an e-mail address and `ending` only this phone. Returns the e-mail address. */
async function requireMergeable(
  trx: Transaction<Tables>,
  survivor: Account,
  ending: Account,
  phoneNumber: string,
): Promise<string> {
  if (ending.phone_number !== phoneNumber || ending.email !== null) throw new ApiError('forbidden')
  if (survivor.email === null) throw new ApiError('forbidden')
  // A token still works for some seconds after a block. A merge into a blocked account would lock its owner out.
  throwIfBlocked(survivor)
  if (survivor.phone_number !== null) throw new ApiError('auth/email-already-in-use', { status: 409 })
  const mentors = trx.selectFrom('responders').select('id').where('phone_number', '=', phoneNumber)
  // A mentor is found by their phone, so the phone stays with the account that they sign in to.
  if (await mentors.executeTakeFirst()) throw new ApiError('forbidden')
  return survivor.email
}

/** Throws if the identity provider changed the phone or e-mail address of an account in the meantime. */
async function joinRecords(trx: Transaction<Tables>, survivor: Account, ending: Account, now: number): Promise<void> {
  const ended = await trx
    .deleteFrom('users')
    .where('uid', '=', ending.uid)
    .where('phone_number', '=', ending.phone_number)
    .where('email', 'is', null)
    .returning('uid')
    .executeTakeFirst()
  const joined = await trx
    .updateTable('users')
    .set({
      phone_number: ending.phone_number,
      phone_since: now,
      // A person who adds to an account wants to keep it.
      erase_at: null,
      display_name: survivor.display_name ?? ending.display_name,
      name_key: (survivor.display_name === null ? ending : survivor).name_key ?? null,
      began_at: earlier(survivor.began_at, ending.began_at),
      active_at: Math.max(survivor.active_at ?? 0, ending.active_at ?? 0) || null,
      responder_id: survivor.responder_id ?? ending.responder_id,
      invitation_id: survivor.invitation_id ?? ending.invitation_id ?? null,
      is_beta: Math.max(survivor.is_beta, ending.is_beta),
      team_roles: storedRoles([...rolesIn(survivor.team_roles), ...rolesIn(ending.team_roles)]),
      team_mentors: joinedLimit(survivor, ending),
      created_at: Math.min(survivor.created_at, ending.created_at),
    })
    .where('uid', '=', survivor.uid)
    .where('phone_number', 'is', null)
    .where('email', '=', survivor.email)
    .returning('uid')
    .executeTakeFirst()
  if (!ended || !joined) throw new ApiError('conflict')
}

function earlier(...times: (number | null | undefined)[]): number | null {
  const known = times.filter(time => typeof time === 'number')
  return known.length > 0 ? Math.min(...known) : null
}
