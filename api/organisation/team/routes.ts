import { ApiError } from '../../../contract/calls/api-error.ts'
import * as calls from '../../../contract/organisation/team.ts'
import type { TeamRole } from '../../../contract/team-roles.ts'
import { HOUR } from '../../../contract/time.ts'
import { userLock } from '../../account/write-for-user.ts'
import { serveAct } from '../../audit-log/serve-act.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import { consume } from '../../http/limits.ts'
import { networkOf } from '../../http/network.ts'
import { type Route, serve } from '../../http/serve.ts'
import { type Log, warningOf } from '../../log.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import type { Senders } from '../../senders/senders.ts'
import { chosenSettings, nameAndColour } from '../../settings/organisation-settings.ts'
import {
  invitationIdIn,
  invitationToken,
  offeredRole,
  readInvitation,
  TEAM_INVITATION_MS,
} from '../../team/invitations.ts'
import { rolesAndReach } from '../../team/reach.ts'
import { codeOf } from '../../team/recovery-code.ts'
import { hasOwner, replaceRoles, rolesOf, TEAM_LOCK } from '../../team/roles.ts'
import { chooseFirstTimeZone } from '../settings/first-time-zone.ts'
import { makeRecoveryCode, notifyTeamOfRecovery, recover, requireConfirmedMember } from './recovery-acts.ts'
import { teamInReach, teamNow } from './team.ts'
import { changeRoles, endTeamInvitation, invite, join, requireMayGive, requireMayInviteMentor } from './team-acts.ts'

/** Reading an invitation and taking it count as two tries. */
const TRIES_PER_HOUR = 40
const CODES_PER_HOUR = 10
/** Before the sign-in, only the IP address is known. All phones of a centre may share one address. */
const LOOKS_PER_HOUR = 200

type Deps = {
  db: Db
  now: () => number
  config: Config
  inviteKey: Buffer
  recoveryKey: Buffer
  limitFactor: number
  senders: Senders
  log: Log
}

/** Who is in the team, and how people come into it. */
export function teamRoutes({ db, now, config, inviteKey, recoveryKey, limitFactor, senders, log }: Deps): Route[] {
  const deps = { db, now }
  const locks = () => [TEAM_LOCK]
  const withRoles = (roles: TeamRole[]) => ({ success: true, data: { roles } }) as const
  return [
    serve(calls.getOwnRoles, async ({ user }) => {
      const isOwned = await hasOwner(db)
      const { roles, reach } = await rolesAndReach(db, user.uid)
      const limitedTo = reach === 'everybody' ? null : [...reach]
      const organisation = roles.length === 0 ? null : await nameAndColour(db)
      const canBecomeOwner = !isOwned && config.isDemo
      return { success: true, data: { roles, hasOwner: isOwned, canBecomeOwner, limitedTo, organisation } }
    }),

    serveAct(deps, calls.becomeFirstOwner, {
      locks,
      work: async (trx, { user: { uid }, body: { timeZone } }, at) => {
        if (!config.isDemo || (await hasOwner(trx))) throw new ApiError('forbidden')
        const result: TeamRole[] = [...(await rolesOf(trx, uid)), 'owner']
        await replaceRoles(trx, uid, result)
        const ofZone = await chooseFirstTimeZone(trx, { uid, timeZone }, config, at)
        return { result, lines: [{ action: 'first-owner', subjectUid: uid }, ...ofZone] }
      },
      reply: withRoles,
    }),

    serve(calls.getTeam, async ({ user, reach }) => ({
      success: true,
      data: reach === 'everybody' ? await teamNow(db, now()) : await teamInReach(db, user.uid, reach),
    })),

    serveAct(deps, calls.setRoles, {
      locks,
      work: async (trx, { user, params: { uid }, body }) => {
        // If two owners take each other's role at once, the second one is no longer an owner here.
        await requireMayGive(trx, user.uid, 'owner')
        return changeRoles(trx, uid, body)
      },
      reply: withRoles,
    }),

    serveAct(deps, calls.inviteToTeam, {
      locks,
      work: async (trx, { user, body }, at) => {
        await requireMayGive(trx, user.uid, body.role)
        if (body.role === 'mentor') await requireMayInviteMentor(trx, user.uid, body)
        return invite(trx, body, { now: at, lifetimeMs: TEAM_INVITATION_MS })
      },
      reply: ({ id, expiresAt }) => ({ success: true, data: { id, expiresAt, token: invitationToken(id, inviteKey) } }),
    }),

    serveAct(deps, calls.endTeamInvitation, {
      locks,
      work: async (trx, { user, params: { id } }) => {
        const ended = await endTeamInvitation(trx, id)
        await requireMayGive(trx, user.uid, ended.result)
        return ended
      },
      reply: () => ({ success: true }),
    }),

    serveAct(deps, calls.makeRecoveryCode, {
      locks,
      work: (trx, _, at) => makeRecoveryCode(trx, recoveryKey, at),
      reply: ({ id }) => ({ success: true, data: { code: codeOf(id, recoveryKey) } }),
    }),

    serveAct(deps, calls.recover, {
      locks,
      beforeFirst: async ({ user }, at) => {
        const max = CODES_PER_HOUR * limitFactor
        await consume(db, { name: 'team-recover/hour', of: { uid: user.uid }, max, perMs: HOUR }, at)
        await requireConfirmedMember(db, user, config, at)
      },
      work: (trx, { user: { uid }, body }, at) => recover(trx, uid, body.code, at),
      after: (_, { user: { uid } }) => {
        const failed = warningOf(log, 'a member of the team was not notified of a used recovery code')
        return notifyTeamOfRecovery(db, uid, { senders, now: now(), failed })
      },
      reply: withRoles,
    }),

    serve(calls.describeTeamInvitation, async ({ body: { token }, ipAddress }) => {
      const at = now()
      const of = { network: networkOf(ipAddress) }
      await consume(db, { name: 'team-describe/hour', of, max: LOOKS_PER_HOUR * limitFactor, perMs: HOUR }, at)
      const id = invitationIdIn(token, inviteKey)
      const offered = id === undefined ? undefined : await offeredRole(db, id, at)
      if (!offered) throw new ApiError('team/invitation-ended')
      const { name } = (await chosenSettings(db)).values
      return { success: true, data: { role: offered, organisation: name ?? null } }
    }),

    serve(calls.readTeamInvitation, async ({ user: { uid, phoneNumber }, body: { token } }) => {
      const at = now()
      await consume(db, { name: 'team-join/hour', of: { uid }, max: TRIES_PER_HOUR * limitFactor, perMs: HOUR }, at)
      const id = invitationIdIn(token, inviteKey)
      if (id === undefined) throw new ApiError('team/invitation-ended')
      const { role, created_at, expires_at } = await readInvitation(db, { id, phoneNumber }, at)
      return { success: true, data: { role, by: await inviterAt(db, created_at), expiresAt: expires_at } }
    }),

    serveAct(deps, calls.joinTeam, {
      locks: ({ user: { uid } }) => [TEAM_LOCK, MENTORS_LOCK, userLock(uid)],
      beforeFirst: ({ user: { uid } }, at) =>
        consume(db, { name: 'team-join/hour', of: { uid }, max: TRIES_PER_HOUR * limitFactor, perMs: HOUR }, at),
      work: async (trx, { user, body: { token, timeZone } }, at) => {
        const id = invitationIdIn(token, inviteKey)
        if (id === undefined) throw new ApiError('team/invitation-ended')
        const isOwned = await hasOwner(trx)
        const { result, lines } = await join(trx, user, id, at)
        const isFirst = !isOwned && result.roles.includes('owner')
        const ofZone = isFirst ? await chooseFirstTimeZone(trx, { uid: user.uid, timeZone }, config, at) : []
        return { result, lines: [...lines, ...ofZone] }
      },
      reply: data => ({ success: true, data }),
    }),
  ]
}

/** The name of the person who made an invitation. The log has it, in a line that was written at the same moment. */
async function inviterAt(db: Db, createdAt: number): Promise<string | null> {
  const line = await db
    .selectFrom('audit_log')
    .innerJoin('users', 'users.uid', 'audit_log.actor_uid')
    .select('users.display_name')
    .where('audit_log.action', '=', 'team-invited')
    .where('audit_log.at', '=', createdAt)
    .executeTakeFirst()
  return line?.display_name ?? null
}
