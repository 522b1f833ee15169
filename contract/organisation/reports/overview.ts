import * as v from 'valibot'
import { endpoint } from '../../calls/endpoint.ts'
import { teamRoles } from '../../team-roles.ts'
import { fileFields } from './file-formats.ts'
import { coursesFields, Day, daysFields, peopleFields, ReportRange, reportReply } from './report-query.ts'

/** A week, or the part of it that is in the range. */
const Week = v.object({
  from: Day,
  to: Day,
  isUnfinished: v.boolean(),
  /** People who logged a page or wrote a message. */
  learned: v.number(),
  /** People who began a lesson, or completed one. */
  began: v.number(),
  completed: v.number(),
  newPeople: v.number(),
})

export const Overview = v.object({
  range: ReportRange,
  finding: v.nullable(
    v.object({
      code: v.picklist(['fewer-learned', 'more-learned']),
      /** In the last finished week, and in the one before. */
      now: v.number(),
      before: v.number(),
    }),
  ),
  total: v.object({ learned: v.number(), began: v.number(), completed: v.number(), newPeople: v.number() }),
  weeks: v.array(Week),
})
export type Overview = v.InferOutput<typeof Overview>

export const getOverview = endpoint({
  method: 'GET',
  path: '/org/v1/reports/overview',
  signedIn: true,
  roles: teamRoles,
  reach: 'own-people',
  query: v.object({ ...daysFields, ...coursesFields, ...peopleFields, ...fileFields }),
  reply: reportReply(Overview),
})
