import * as calls from '../../../contract/organisation/course-versions.ts'
import { serveAct } from '../../audit-log/serve-act.ts'
import type { Catalogue } from '../../courses/catalogue/catalogue.ts'
import { draftLock } from '../../courses/drafts/draft-store.ts'
import { CATALOGUE_LOCK } from '../../courses/replace-course.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Hub } from '../../messages/hub/hub.ts'
import type { ReportRunner } from '../reports/thread/report-runner.ts'
import { WHOLE } from '../reports/thread/report-scope.ts'
import { deleteNeverPublished } from './course-acts.ts'
import { outlineOf, versionsOf } from './course-versions.ts'
import { type PublishDeps, preparePublishing } from './publish/publish-course.ts'
import { publishOrAsk } from './publish/publish-requests.ts'
import { prepareRollBack, rollBack } from './publish/roll-back.ts'
import { orderCourses, withdraw } from './publish/shown-courses.ts'

export type VersionDeps = PublishDeps & {
  now: () => number
  hub: Hub
  reports: ReportRunner
  catalogue: Catalogue
}

const ok = () => ({ success: true }) as const

/** What learners get of the courses: publishing, withdrawing, going back. */
export function versionRoutes(deps: VersionDeps): Route[] {
  const { db, now, hub, reports, catalogue } = deps
  const locks = ({ params: { id } }: { params: { id: string } }) => [draftLock(id), CATALOGUE_LOCK]
  /** Learners see the change at once in this process, and within a second in others. */
  const show = async (id?: string) => {
    await catalogue.refresh()
    if (id !== undefined) hub.publish([draftLock(id)])
  }
  return [
    serveAct(deps, calls.publishCourse, {
      locks,
      prepare: ({ params: { id }, body }) => preparePublishing(deps, { id, ...body }),
      work: (trx, { user: { uid }, body: { reason, to } }, at, prepared) =>
        publishOrAsk(trx, prepared, { uid, reason, to }, at),
      after: (_, { params: { id } }) => show(id),
      reply: data => ({ success: true, data }),
    }),

    serveAct(deps, calls.withdrawCourse, {
      locks,
      work: (trx, { params: { id }, body: { mayFinish } }, at) => withdraw(trx, id, { mayFinish }, at),
      after: (_, { params: { id } }) => show(id),
      reply: ok,
    }),

    serveAct(deps, calls.rollBackCourse, {
      locks,
      prepare: ({ params: { id }, body: { to } }) => prepareRollBack(deps, { id, to }),
      work: (trx, { user: { uid }, params: { id }, body }, at, prepared) =>
        rollBack(trx, prepared, { id, uid, ...body, reason: body.reason }, at),
      after: (_, { params: { id } }) => show(id),
      reply: data => ({ success: true, data }),
    }),

    serveAct(deps, calls.deleteCourse, {
      locks,
      work: (trx, { params: { id }, body: { title } }) => deleteNeverPublished(trx, id, title),
      reply: ok,
    }),

    serveAct(deps, calls.orderCourses, {
      locks: () => [CATALOGUE_LOCK],
      work: (trx, { body: { ids } }) => orderCourses(trx, ids),
      after: () => show(),
      reply: ok,
    }),

    serve(calls.listVersions, async ({ params: { id } }) => ({ success: true, data: await versionsOf(db, id) })),

    serve(calls.getEffects, async ({ params: { id }, query: { version } }) => {
      const outline = await outlineOf(db, id, version)
      const { report } = await reports.run('effects', { course: id, outline }, WHOLE, now())
      return { success: true, data: report }
    }),
  ]
}
