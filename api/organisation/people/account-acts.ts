import type { Transaction } from 'kysely'
import { ERASE_AFTER_DAYS } from '../../../contract/account.ts'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { AuditAction } from '../../../contract/organisation/log/audit-actions.ts'
import { plainPhoneText } from '../../../contract/text/phone-text.ts'
import { searchable } from '../../../contract/text/search-text.ts'
import { DAY } from '../../../contract/time.ts'
import { DATA_LINK_MS } from '../../account/personal-data/data-link.ts'
import { cancelErasure } from '../../account/personal-data/erase.ts'
import { isMentorPhone } from '../../account/phone-changes.ts'
import { block, setBeta, unblockUser } from '../../account/user-status.ts'
import { changeName } from '../../account/users.ts'
import type { ActResult } from '../../audit-log/audit-log.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { correctMentor, retireMentor } from '../../mentors/mentors.ts'
import { signOutEverywhere } from '../../sign-in/sessions/sessions.ts'
import { requireAnotherOwner, rolesIn } from '../../team/roles.ts'

type Trx = Transaction<Tables>

/** Throws for a person who no longer exists, for an owner unless the actor is one, and for the actor's own account. */
export async function requireMayChange(trx: Trx, actorUid: string, uid: string): Promise<void> {
  if (actorUid === uid) throw new ApiError('people/yourself')
  await requireMayRetire(trx, actorUid, uid)
}

/**
 * Throws for a person who no longer exists, and for an owner unless the actor is one. It allows an act on oneself,
 * because mentors may retire by themselves.
 */
export async function requireMayRetire(trx: Trx, actorUid: string, uid: string): Promise<void> {
  const { team_roles } = await userRow(trx, uid)
  if (!rolesIn(team_roles).includes('owner')) return
  const actor = await userRow(trx, actorUid)
  if (!rolesIn(actor.team_roles).includes('owner')) throw new ApiError('people/owner-only')
}

/**
 * Throws unless the actor may make this person a mentor. A mentor reads conversations, so nobody makes themselves one,
 * and only an owner makes a person of the team a mentor.
 */
export async function requireMayNameMentor(trx: Trx, actorUid: string, uid: string): Promise<void> {
  await requireMayChange(trx, actorUid, uid)
  const [person, actor] = [await userRow(trx, uid), await userRow(trx, actorUid)]
  const needsOwner = rolesIn(person.team_roles).length > 0 && !rolesIn(actor.team_roles).includes('owner')
  if (needsOwner) throw new ApiError('people/owner-only')
}

/** Throws if another coordinator was quicker, because the person already reads the reason of that coordinator. */
export async function throwIfBlockedBefore(trx: Trx, uid: string): Promise<void> {
  if ((await userRow(trx, uid)).blocked_at !== null) throw new ApiError('settings/changed')
}

/** Needs `TEAM_LOCK`. */
export async function blockPerson(trx: Trx, uid: string, reason: string | null, now: number): Promise<ActResult> {
  await block(trx, uid, reason, now)
  return done('person-blocked', uid)
}

export async function unblockPerson(trx: Trx, uid: string): Promise<ActResult> {
  await unblockUser(trx, uid)
  return done('person-unblocked', uid)
}

/** Needs the person's lock. */
export async function signOutPerson(trx: Trx, uid: string, now: number): Promise<ActResult> {
  await signOutEverywhere(trx, uid, now)
  return done('signed-out-everywhere', uid)
}

/** Only the operator can do this, for example after a restore. */
export async function signOutEverybody(trx: Trx, now: number): Promise<ActResult> {
  await trx.deleteFrom('sessions').execute()
  await trx.updateTable('users').set({ signed_out_at: now }).execute()
  return { result: null, lines: [{ action: 'everybody-signed-out' }] }
}

export async function setPersonBeta(trx: Trx, uid: string, isBeta: boolean): Promise<ActResult> {
  await setBeta(trx, uid, isBeta)
  return done('beta-changed', uid, { isBeta })
}

/** `from`: the name that the screen showed when the correction was written. */
type NewName = { name: string; from?: string | null | undefined }

/** Needs `MENTORS_LOCK`. */
export async function correctName(trx: Trx, uid: string, { name, from }: NewName): Promise<ActResult> {
  if (from !== undefined && (await userRow(trx, uid)).display_name !== from) throw new ApiError('settings/changed')
  if ((await changeName(trx, uid, name)) === null)
    throw new ApiError('bad-request', { message: 'name: is not visible' })
  // Learners see the name of a mentor from another table, so both tables are corrected.
  const { display_name, phone_number } = await userRow(trx, uid)
  const mentorId = await mentorIdOf(trx, phone_number)
  if (mentorId !== undefined && display_name !== null) await correctMentor(trx, mentorId, { name: display_name })
  return done('name-corrected', uid)
}

/**
 * Sets the time at which the account is erased: now, or in seven days. A mentor must have handed over all learners
 * first, and is retired. Needs `TEAM_LOCK` and `MENTORS_LOCK`.
 */
export async function scheduleErasure(
  trx: Trx,
  uid: string,
  { isNow }: { isNow: boolean },
  now: number,
): Promise<ActResult<{ eraseAt: number }>> {
  await requireAnotherOwner(trx, uid)
  const row = await userRow(trx, uid)
  const mentorId = await mentorIdOf(trx, row.phone_number)
  if (mentorId !== undefined) await retire(trx, mentorId)
  const eraseAt = isNow ? now : (row.erase_at ?? now + ERASE_AFTER_DAYS * DAY)
  await trx.updateTable('users').set({ erase_at: eraseAt }).where('uid', '=', uid).execute()
  return { result: { eraseAt }, lines: [{ action: isNow ? 'person-erased' : 'erasure-scheduled', subjectUid: uid }] }
}

export async function cancelPersonErasure(trx: Trx, uid: string): Promise<ActResult> {
  await userRow(trx, uid)
  await cancelErasure(trx, uid)
  return done('erasure-cancelled', uid)
}

/** Returns when the link to the data ends. The data are collected when the person opens the link. */
export async function prepareData(trx: Trx, uid: string, now: number): Promise<ActResult<{ expiresAt: number }>> {
  await userRow(trx, uid)
  return { result: { expiresAt: now + DATA_LINK_MS }, lines: [{ action: 'data-prepared', subjectUid: uid }] }
}

/**
 * Throws unless the account has a phone and no e-mail address, and is no mentor's: only then can it be joined with an
 * e-mail account. Nothing changes but the log.
 */
export async function makeMergeLink(trx: Trx, uid: string): Promise<ActResult> {
  const { phone_number, email } = await userRow(trx, uid)
  if (phone_number === null || email !== null || (await isMentorPhone(trx, phone_number)))
    throw new ApiError('people/cannot-merge')
  return done('merge-link-made', uid)
}

/**
 * Throws unless the text is the name that the team sees, as a search compares names: nobody can type a mark that they
 * do not see. A phone number may be typed in any digits and groups.
 */
export async function requireTypedName(trx: Trx, uid: string, typed: string): Promise<void> {
  const { display_name, phone_number, email } = await userRow(trx, uid)
  const isPhone = display_name === null && phone_number !== null
  const plain = isPhone ? plainPhoneText(typed) : typed
  if (searchable(plain) !== searchable(display_name ?? phone_number ?? email ?? ''))
    throw new ApiError('people/other-name')
}

/** Throws while the mentor has learners. Needs `MENTORS_LOCK`. */
export async function retire(trx: Trx, mentorId: number): Promise<void> {
  const learner = await trx.selectFrom('users').select('uid').where('responder_id', '=', mentorId).executeTakeFirst()
  if (learner) throw new ApiError('people/has-learners')
  await retireMentor(trx, mentorId)
}

/** The id of the active mentor with this phone. */
export async function mentorIdOf(db: Db, phoneNumber: string | null): Promise<number | undefined> {
  if (phoneNumber === null) return undefined
  const row = await db
    .selectFrom('responders')
    .select('id')
    .where('phone_number', '=', phoneNumber)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  return row?.id
}

export async function userRow(trx: Db, uid: string): Promise<Tables['users']> {
  const row = await trx.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst()
  if (!row) throw new ApiError('not-found')
  return row
}

function done(action: AuditAction, subjectUid: string, details = {}): ActResult {
  return { result: null, lines: [{ action, subjectUid, details }] }
}
