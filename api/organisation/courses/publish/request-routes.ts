import * as calls from '../../../../contract/organisation/course-versions.ts'
import { serveAct } from '../../../audit-log/serve-act.ts'
import { draftLock } from '../../../courses/drafts/draft-store.ts'
import type { Db } from '../../../database/tables.ts'
import { type Route, serve } from '../../../http/serve.ts'
import { closeRequest, needsSecondPerson, requestFor, sendBack } from './publish-requests.ts'

/** Requests to publish. `publishCourse` makes them. */
export function requestRoutes(deps: { db: Db; now: () => number }): Route[] {
  const { db } = deps
  const locks = ({ params: { id } }: { params: { id: string } }) => [draftLock(id)]
  const reply = () => ({ success: true }) as const
  return [
    serve(calls.getPublishRequest, async ({ user: { uid }, params: { id } }) => ({
      success: true,
      data: { isNeeded: await needsSecondPerson(db), request: await requestFor(db, id, uid) },
    })),

    serveAct(deps, calls.sendBackRequest, {
      locks,
      work: (trx, { user: { uid }, params: { id }, body: { why } }, at) => sendBack(trx, id, { uid, why }, at),
      reply,
    }),

    serveAct(deps, calls.closeRequest, {
      locks,
      work: (trx, { user: { uid }, params: { id } }) => closeRequest(trx, id, uid),
      reply,
    }),
  ]
}
