import * as v from 'valibot'
import { endpoint } from '../../calls/endpoint.ts'
import { FOR_PEOPLE } from '../../team-roles.ts'
import { fileFields } from './file-formats.ts'
import { coursesFields, daysFields, peopleFields, ReportRange, reportReply } from './report-query.ts'

const MentorTimes = v.object({
  /** Null: people without a mentor. */
  mentorId: v.nullable(v.number()),
  name: v.nullable(v.string()),
  isAway: v.boolean(),
  /** The names of the absent mentors that this mentor covers now. */
  standsInFor: v.array(v.string()),
  learners: v.number(),
  capacity: v.nullable(v.number()),
  /** Half of the waits were not longer than this. A wait that is still open counts with its age. */
  halfMs: v.nullable(v.number()),
  /** Nine waits in ten were not longer than this. */
  nineInTenMs: v.nullable(v.number()),
  answered: v.number(),
  neededNone: v.number(),
  waiting: v.number(),
  longestMs: v.nullable(v.number()),
  unheard: v.number(),
})

export const MentorReport = v.object({
  range: ReportRange,
  aimMs: v.number(),
  /** Nights and days of rest are not counted. */
  isAwake: v.boolean(),
  finding: v.nullable(
    v.object({
      code: v.picklist(['over-capacity', 'over-aim', 'no-mentor']),
      mentorId: v.nullable(v.number()),
      name: v.nullable(v.string()),
      learners: v.number(),
      capacity: v.nullable(v.number()),
      waiting: v.number(),
      unheard: v.number(),
      /** Mentors with room for more learners. */
      room: v.array(v.object({ mentorId: v.number(), name: v.string(), room: v.number() })),
    }),
  ),
  /** Sorted by name. */
  mentors: v.array(MentorTimes),
})
export type MentorReport = v.InferOutput<typeof MentorReport>

/** `1` counts no time at night and on days of rest, `0` all time. Without it, the settings decide. */
const Awake = v.optional(v.picklist(['1', '0']))

export const getMentorReport = endpoint({
  method: 'GET',
  path: '/org/v1/reports/mentors',
  signedIn: true,
  roles: FOR_PEOPLE,
  reach: 'own-people',
  query: v.object({ ...daysFields, ...coursesFields, ...peopleFields, awake: Awake, ...fileFields }),
  reply: reportReply(MentorReport),
})
