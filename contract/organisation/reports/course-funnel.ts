import * as v from 'valibot'
import { endpoint } from '../../calls/endpoint.ts'
import { teamRoles } from '../../team-roles.ts'
import { fileFields } from './file-formats.ts'
import { daysFields, Id, peopleFields, ReportRange, reportReply, Version } from './report-query.ts'

const FunnelPage = v.object({
  pageId: v.string(),
  number: v.number(),
  title: v.string(),
  /** People who answered the page, or have it as their next page. The sum of the three numbers below. */
  reached: v.number(),
  wentOn: v.number(),
  /** People whose next page this is, and who answered no other page for three days. */
  stopped: v.number(),
  stillThere: v.number(),
  isMostCostly: v.boolean(),
})

const FunnelLesson = v.object({
  lessonId: v.string(),
  number: v.number(),
  title: v.string(),
  began: v.number(),
  finished: v.number(),
})

export const CourseFunnel = v.object({
  range: ReportRange,
  course: v.object({ id: v.string(), title: v.string(), versions: v.array(v.number()) }),
  finding: v.nullable(
    v.object({
      code: v.literal('page-stops'),
      pageId: v.string(),
      title: v.string(),
      stopped: v.number(),
      reached: v.number(),
    }),
  ),
  lessons: v.array(FunnelLesson),
  /** The chosen lesson, otherwise the lesson that loses most people. Null if nobody began a lesson. */
  lesson: v.nullable(v.object({ ...FunnelLesson.entries, pages: v.array(FunnelPage) })),
})
export type CourseFunnel = v.InferOutput<typeof CourseFunnel>

/** People who began a lesson in these days, and how far they have come. */
export const getCourseFunnel = endpoint({
  method: 'GET',
  path: '/org/v1/reports/courses',
  signedIn: true,
  roles: teamRoles,
  reach: 'own-people',
  query: v.object({
    ...daysFields,
    course: Id,
    lesson: v.optional(Id),
    ...peopleFields,
    version: Version,
    ...fileFields,
  }),
  reply: reportReply(CourseFunnel),
})

const ReportCourse = v.object({
  id: v.string(),
  title: v.string(),
  lessons: v.array(v.object({ id: v.string(), title: v.string() })),
})
export type ReportCourse = v.InferOutput<typeof ReportCourse>

/** The courses that a report can be about. Courses for beta users and withdrawn courses come last. */
export const listReportCourses = endpoint({
  method: 'GET',
  path: '/org/v1/reportCourses',
  signedIn: true,
  roles: teamRoles,
  reach: 'own-people',
  reply: reportReply(v.array(ReportCourse)),
})
