import * as calls from '../../../contract/organisation/invitations.ts'
import { serveAct } from '../../audit-log/serve-act.ts'
import { type Route, serve } from '../../http/serve.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { endInvitation, invitationsNow, makeInvitation } from './invitations.ts'
import { type ListDeps, listRoutes } from './list-routes.ts'

/** Links that invite learners. */
export function invitationRoutes(given: ListDeps): Route[] {
  const { db, now } = given
  const deps = { db, now }
  const locks = () => [MENTORS_LOCK]
  return [
    serve(calls.listInvitations, async ({ reach }) => ({
      success: true,
      data: await invitationsNow(db, reach, now()),
    })),

    serveAct(deps, calls.makeInvitation, {
      locks,
      work: (trx, { body, reach }, at) => makeInvitation(trx, { ...body, reach }, at),
      reply: data => ({ success: true, data }),
    }),

    serveAct(deps, calls.endInvitation, {
      locks,
      work: (trx, { params: { id }, reach }, at) => endInvitation(trx, { id, reach }, at),
      reply: () => ({ success: true }),
    }),

    ...listRoutes(given),
  ]
}
