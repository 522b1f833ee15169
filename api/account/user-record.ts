import { sql } from 'kysely'
import { NEW_USER_MS, type User } from '../../contract/account.ts'
import { ApiError } from '../../contract/calls/api-error.ts'
import { prepareJoined } from '../database/groups/joined-queries.ts'
import type { Db } from '../database/tables.ts'
import { rolesIn } from '../team/roles.ts'
import { formerUids, uidsIn } from './closed-accounts.ts'

/** A person's record as they see it. Throws if the account ended during the request. */
export async function userOf(db: Db, uid: string, now: number): Promise<User> {
  const user = await userIfAny(db, uid, now)
  if (!user) throw new ApiError('auth/unauthorized')
  return user
}

/** Undefined if there is no account. */
export async function userIfAny(db: Db, uid: string, now: number): Promise<User | undefined> {
  const [row] = await rowsOf(db, { uid })
  return row && userFrom(row, now)
}

const rowsOf = prepareJoined({ uid: 'text' }, (db, given) =>
  db
    .selectFrom(given)
    .innerJoin('users', 'users.uid', 'given.uid')
    .leftJoin('responders', 'responders.id', 'users.responder_id')
    .leftJoin('responders as self', join =>
      join.onRef('self.phone_number', '=', 'users.phone_number').on('self.is_active', '=', 1),
    )
    // The columns are named one by one, so that PostgreSQL can keep the plan.
    .select(['users.uid', 'users.display_name', 'users.email', 'users.phone_number', 'users.responder_id'])
    .select(['users.is_beta', 'users.created_at', 'users.erase_at', 'users.team_roles'])
    .select(['responders.name as responder_name', 'self.id as mentor_id', 'given.n'])
    .select(formerUids(db, sql.ref('users.uid')).as('former_uids')),
)

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

function userFrom(row: Row, now: number): User {
  return {
    uid: row.uid,
    displayName: row.display_name,
    email: row.email,
    phoneNumber: row.phone_number,
    responder_id: row.responder_id,
    responder_name: row.responder_name,
    isBeta: row.is_beta === 1,
    mentorId: row.mentor_id,
    createdAt: row.created_at,
    isNew: now - row.created_at < NEW_USER_MS,
    formerUids: uidsIn(row.former_uids),
    eraseAt: row.erase_at,
    ...(row.team_roles ? { teamRoles: rolesIn(row.team_roles) } : {}),
  }
}
