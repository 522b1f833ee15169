import * as calls from '../../../../contract/organisation/sister/sister.ts'
import { serveAct } from '../../../audit-log/serve-act.ts'
import { ensureAuthorId } from '../../../courses/drafts/authors.ts'
import { draftLock } from '../../../courses/drafts/draft-store.ts'
import { type Route, serve } from '../../../http/serve.ts'
import type { DraftDeps } from '../draft-routes.ts'
import { locksOfPair, noteLookedAt, pairCourses, sisterOf } from './sister.ts'

/** A course and its sister in the other language. */
export function sisterRoutes(deps: DraftDeps): Route[] {
  const { db, hub, checker } = deps
  return [
    serve(calls.getSister, async ({ params: { id } }) => ({ success: true, data: await sisterOf(db, id, checker) })),

    serveAct(deps, calls.chooseSister, {
      locks: ({ params: { id }, body: { sister } }) => locksOfPair(db, [id, sister]),
      work: async (trx, { user: { uid }, params: { id }, body: { sister } }, at) =>
        pairCourses(trx, { id, sister, authorId: await ensureAuthorId(trx, uid) }, at),
      after: changed => hub.publish(changed.map(draftLock)),
      reply: () => ({ success: true }),
    }),

    serveAct(deps, calls.markSisterSeen, {
      locks: ({ params: { id } }) => [draftLock(id)],
      work: async (trx, { params: { id }, body: { pages } }, at) => {
        await noteLookedAt(trx, id, pages, at)
        return { result: null, lines: [] }
      },
      reply: () => ({ success: true }),
    }),
  ]
}
