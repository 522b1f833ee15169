import { ApiError } from '../../../contract/calls/api-error.ts'
import * as calls from '../../../contract/organisation/courses.ts'
import { serveAct } from '../../audit-log/serve-act.ts'
import { CATALOGUE_LOCK } from '../../courses/replace-course.ts'
import { sampleContent, samples } from '../../courses/samples.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { ReportRunner } from '../reports/thread/report-runner.ts'
import { WHOLE } from '../reports/thread/report-scope.ts'
import { createCourse } from './course-acts.ts'
import { type DraftDeps, draftRoutes } from './draft-routes.ts'
import { type FileDeps, fileRoutes } from './file-routes.ts'
import { type FilmDeps, filmRoutes } from './films/film-routes.ts'
import { orgCourses } from './list-courses.ts'
import { mediaRoutes } from './media/media-routes.ts'
import { type OnPhoneDeps, onPhoneRoutes } from './on-phone/routes.ts'
import { requestRoutes } from './publish/request-routes.ts'
import { sisterRoutes } from './sister/sister-routes.ts'
import { type VersionDeps, versionRoutes } from './version-routes.ts'

export type CourseDeps = DraftDeps & FileDeps & VersionDeps & OnPhoneDeps & FilmDeps & { reports: ReportRunner }

/** The courses of the organisation: writing them, and what learners get of them. */
export function organisationCourseRoutes(deps: CourseDeps): Route[] {
  const { db, now, reports } = deps
  return [
    serve(calls.listOrgCourses, async () => {
      const { report } = await reports.run('courseCounts', {}, WHOLE, now())
      const beta = await db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll().as('people'))
        .where('is_beta', '=', 1)
        .executeTakeFirstOrThrow()
      return { success: true, data: { courses: await orgCourses(deps, report), betaPeople: Number(beta.people) } }
    }),

    serve(calls.listSamples, async () => ({ success: true, data: await samples() })),

    serveAct(deps, calls.createCourse, {
      locks: () => [CATALOGUE_LOCK],
      prepare: async ({ body: { sample } }) => {
        const content = sample === undefined ? undefined : await sampleContent(sample, deps.originals)
        if (sample !== undefined && !content) throw new ApiError('not-found')
        return content
      },
      work: (trx, { body }, at, ofSample) => createCourse(trx, { ...body, ofSample }, at),
      after: () => deps.filmMaker.wake(),
      reply: data => ({ success: true, data }),
    }),

    serve(calls.getChoiceCounts, async ({ params: { id }, query }) => {
      const { report } = await reports.run('chosen', { course: id, ...query }, WHOLE, now())
      return { success: true, data: report }
    }),

    ...draftRoutes(deps),
    ...versionRoutes(deps),
    ...requestRoutes(deps),
    ...fileRoutes(deps),
    ...mediaRoutes(deps),
    ...filmRoutes(deps),
    ...onPhoneRoutes(deps),
    ...sisterRoutes(deps),
  ]
}
