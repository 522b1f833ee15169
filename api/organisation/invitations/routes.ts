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
    serve(calls.listInvitations, async () => ({ success: true, data: await invitationsNow(db, now()) })),

    serveAct(deps, calls.makeInvitation, {
      locks,
      work: (trx, { body }, at) => makeInvitation(trx, body, at),
      reply: data => ({ success: true, data }),
    }),

    serveAct(deps, calls.endInvitation, {
      locks,
      work: (trx, { params: { id } }, at) => endInvitation(trx, id, at),
      reply: () => ({ success: true }),
    }),

    ...listRoutes(given),
  ]
}
