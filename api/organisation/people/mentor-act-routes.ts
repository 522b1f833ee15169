import * as calls from '../../../contract/organisation/mentors.ts'
import { serveAct } from '../../audit-log/serve-act.ts'
import type { Db } from '../../database/tables.ts'
import { type Route, serve } from '../../http/serve.ts'
import { keysToNotifyOfAbsence } from '../../inbox/away.ts'
import { type Hub, inboxKey } from '../../messages/hub/hub.ts'
import { mentorsNow } from './list-mentors.ts'
import { changeMentor, locksOfChange } from './mentor-acts.ts'
import { locksOfMove, move } from './move.ts'
import { giveLearnersBack, locksOfUndo, peopleOfMove } from './undo-move.ts'

export type MentorActDeps = { db: Db; now: () => number; hub: Hub }

const ok = () => ({ success: true }) as const

/** The calls of coordinators and owners about mentors and their learners. */
export function mentorActRoutes({ db, now, hub }: MentorActDeps): Route[] {
  const deps = { db, now }
  const publishMove = ({ uids, mentorIds }: Awaited<ReturnType<typeof peopleOfMove>>) =>
    hub.publish([...mentorIds.map(inboxKey), ...uids])
  return [
    serve(calls.listMentors, async ({ reach }) => ({ success: true, data: await mentorsNow(db, reach) })),

    serveAct(deps, calls.changeMentor, {
      locks: ({ params: { id }, body, reach }) => locksOfChange(db, id, { ...body, reach }),
      work: (trx, { params: { id }, body, reach }, at) => changeMentor(trx, id, { ...body, reach }, at),
      after: async (covers, { params: { id } }) => hub.publish(await keysToNotifyOfAbsence(db, id, covers)),
      reply: ok,
    }),

    serveAct(deps, calls.moveLearners, {
      locks: ({ body }) => locksOfMove(db, body),
      work: (trx, { body, reach }, at) => move(trx, { ...body, reach }, at),
      after: async ({ id }) => publishMove(await peopleOfMove(db, id)),
      reply: data => ({ success: true, data }),
    }),

    serveAct(deps, calls.undoMove, {
      locks: ({ params: { id } }) => locksOfUndo(db, id),
      work: async (trx, { params: { id }, reach }, at) => {
        const parties = await peopleOfMove(trx, id)
        const { result, lines } = await giveLearnersBack(trx, { id, reach }, at)
        return { result: { ...result, parties }, lines }
      },
      after: ({ parties }) => publishMove(parties),
      reply: ({ count }) => ({ success: true, data: { count } }),
    }),
  ]
}
