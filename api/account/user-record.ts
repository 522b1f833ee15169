import { NEW_USER_MS, type User } from '../../contract/account.ts'
import { ApiError } from '../../contract/calls/api-error.ts'
import { type Holes, prepare } from '../database/prepare.ts'
import type { Db } from '../database/tables.ts'
import { rolesIn } from '../team/roles.ts'
import { formerUidsOf } from './closed-accounts.ts'

/** A person's record as they see it. Throws if the account ended during the request. */
export async function userOf(db: Db, uid: string, now: number): Promise<User> {
  const [row] = await rowsOf(db, { uid })
  if (!row) throw new ApiError('auth/unauthorized')
  return userFrom(row, await formerUidsOf(db, uid), now)
}

const rowsOf = prepare((db, { uid }: Holes<{ uid: string }>) =>
  db
    .selectFrom('users')
    .leftJoin('responders', 'responders.id', 'users.responder_id')
    .leftJoin('responders as self', join =>
      join.onRef('self.phone_number', '=', 'users.phone_number').on('self.is_active', '=', 1),
    )
    // Named one by one, so that PostgreSQL can keep the plan.
    .select(['users.uid', 'users.display_name', 'users.email', 'users.phone_number', 'users.responder_id'])
    .select(['users.is_beta', 'users.created_at', 'users.erase_at', 'users.team_roles'])
    .select(['responders.name as responder_name', 'self.id as mentor_id'])
    .where('users.uid', '=', uid),
)

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

function userFrom(row: Row, formerUids: string[], now: number): User {
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
    formerUids,
    eraseAt: row.erase_at,
    ...(row.team_roles ? { teamRoles: rolesIn(row.team_roles) } : {}),
  }
}
