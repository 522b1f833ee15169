import { ApiError } from '../../contract/calls/api-error.ts'
import * as approvals from '../../contract/inbox/approvals.ts'
import { FOR_PEOPLE } from '../../contract/team-roles.ts'
import type { Db } from '../database/tables.ts'
import { idempotencyKeyIn } from '../http/idempotency-key.ts'
import { type Route, serve } from '../http/serve.ts'
import { participantOf } from '../messages/conversation/participant.ts'
import type { Hub } from '../messages/hub/hub.ts'
import type { Notifier } from '../messages/push/notifier.ts'
import { type Approver, decideRequest, findRequest } from '../sign-in/other-ways/decide.ts'
import { isMentorInReach, rolesAndReach } from '../team/reach.ts'
import { rolesOf } from '../team/roles.ts'

export type ApprovalDeps = {
  db: Db
  now: () => number
  hub: Hub
  notifier: Notifier
  limitFactor: number
  requestKey: Buffer
}

/**
 * A browser shows a number. The learner reads it aloud to somebody who knows them, and this person lets the browser in.
 */
export function approvalRoutes({ db, now, hub, notifier, limitFactor, requestKey: key }: ApprovalDeps): Route[] {
  return [
    serve(approvals.findRequest, async ({ body, user }) => {
      const approver = await approverOf(db, user.uid)
      const { uid: _, ...asking } = await findRequest(db, approver, body.number, { now: now(), key, limitFactor })
      return { success: true, data: asking }
    }),

    serve(approvals.decideRequest, async ({ body, user, headers }) => {
      const approver = await approverOf(db, user.uid)
      const decision = { ...body, idempotencyKey: idempotencyKeyIn(headers) }
      const options = { now: now(), key, limitFactor }
      const asking = await decideRequest(db, approver, decision, options)
      if (!asking) return { success: true }
      if (body.isApproved) {
        hub.publish([asking.uid])
        notifier.tellLetIn(asking.uid)
      }
      return { success: true }
    }),
  ]
}

/**
 * A mentor may approve their own learners. An owner or coordinator may approve every learner in reach. A colleague who
 * covers a mentor may not, because they cannot know the voices. Nobody lets in accounts of mentors or of people with a
 * role, because those accounts open other people's data.
 */
async function approverOf(db: Db, uid: string): Promise<Approver> {
  const { roles, reach } = await rolesAndReach(db, uid)
  const isForPeople = roles.some(role => FOR_PEOPLE.includes(role))
  const self = await participantOf(db, uid)
  const mentorId = self.kind === 'mentor' ? self.id : undefined
  if (!isForPeople && mentorId === undefined) throw new ApiError('forbidden')
  return {
    uid,
    name: self.kind === 'mentor' ? self.name : await nameOf(db, uid),
    mayApprove: async (db, learnerUid) => {
      const learner = await participantOf(db, learnerUid)
      if (learner.kind !== 'learner' || (await rolesOf(db, learnerUid)).length > 0) return false
      const present = learner.mentor?.id ?? null
      return (isForPeople && isMentorInReach(reach, present)) || (present !== null && present === mentorId)
    },
  }
}

async function nameOf(db: Db, uid: string): Promise<string> {
  const user = await db.selectFrom('users').select('display_name').where('uid', '=', uid).executeTakeFirst()
  return user?.display_name ?? ''
}
