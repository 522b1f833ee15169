import * as v from 'valibot'
import { endpoint } from '../../calls/endpoint.ts'
import { FOR_PEOPLE } from '../../team-roles.ts'
import { fileFields } from './file-formats.ts'
import { peopleFields, reportReply } from './report-query.ts'

export const VoiceReport = v.object({
  count: v.number(),
  mentors: v.array(
    v.object({
      mentorId: v.nullable(v.number()),
      name: v.nullable(v.string()),
      count: v.number(),
      /** The longest waiting first. */
      waiting: v.array(
        v.object({
          uid: v.string(),
          name: v.nullable(v.string()),
          /** The phone number or e-mail address of a person without a name. */
          contact: v.optional(v.string()),
          /** The last digits of the phone number, if somebody else has this name. */
          digits: v.optional(v.string()),
          since: v.number(),
          ageMs: v.number(),
        }),
      ),
    }),
  ),
})
export type VoiceReport = v.InferOutput<typeof VoiceReport>

/** Spoken answers and messages that wait, as of now. */
export const getVoiceReport = endpoint({
  method: 'GET',
  path: '/org/v1/reports/voices',
  signedIn: true,
  roles: FOR_PEOPLE,
  reach: 'own-people',
  query: v.object({ ...peopleFields, ...fileFields }),
  reply: reportReply(VoiceReport),
})
