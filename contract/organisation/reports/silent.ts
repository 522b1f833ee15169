import * as v from 'valibot'
import { endpoint } from '../../calls/endpoint.ts'
import { FOR_PEOPLE } from '../../team-roles.ts'
import { fileFields } from './file-formats.ts'
import { coursesFields, peopleFields, reportReply } from './report-query.ts'

const SilentGroup = v.object({
  code: v.picklist(['stopped', 'unanswered']),
  /** Where they stopped. */
  lessonId: v.nullable(v.string()),
  lessonTitle: v.nullable(v.string()),
  pageId: v.nullable(v.string()),
  pageTitle: v.nullable(v.string()),
  /** The mentor who did not answer them. */
  mentorId: v.nullable(v.number()),
  mentorName: v.nullable(v.string()),
  count: v.number(),
  /** The first hundred, the longest silent first. A file has all. */
  people: v.array(
    v.object({
      uid: v.string(),
      name: v.nullable(v.string()),
      /** The phone number or e-mail address of a person without a name. */
      contact: v.optional(v.string()),
      /** The last digits of the phone number, if somebody else has this name. */
      digits: v.optional(v.string()),
      lastAt: v.number(),
      mentorId: v.nullable(v.number()),
      mentorName: v.nullable(v.string()),
    }),
  ),
})

export const SilentReport = v.object({
  afterDays: v.number(),
  finding: v.nullable(
    v.object({ code: v.picklist(['unanswered', 'more-silent']), count: v.number(), before: v.nullable(v.number()) }),
  ),
  count: v.number(),
  notStarted: v.number(),
  groups: v.array(SilentGroup),
})
export type SilentReport = v.InferOutput<typeof SilentReport>

/** The people who are silent now. */
export const getSilentReport = endpoint({
  method: 'GET',
  path: '/org/v1/reports/silent',
  signedIn: true,
  roles: FOR_PEOPLE,
  reach: 'own-people',
  query: v.object({ ...coursesFields, ...peopleFields, ...fileFields }),
  reply: reportReply(SilentReport),
})
