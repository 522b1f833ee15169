import * as v from 'valibot'
import { endpoint, type Reply } from '../../calls/endpoint.ts'
import { FOR_PEOPLE } from '../../team-roles.ts'
import { DAY } from '../../time.ts'
import { coursesFields, peopleFields } from '../reports/report-query.ts'

/** The least time between two kind words for one learner. A draft that no mentor has used by then is gone. */
export const KIND_WORD_PAUSE_MS = 14 * DAY
/** A learner came back if they did something this soon after the mentor's message. */
export const CAME_BACK_MS = 7 * DAY

const forPeople = { signedIn: true, roles: FOR_PEOPLE, reach: 'own-people' } as const
/** The filters of the report on silent people. */
const Silent = v.object({ ...coursesFields, ...peopleFields })

/**
 * How many silent people could get a kind word from their mentor, the words for one of them, and what earlier kind
 * words achieved.
 */
export const getKindWords = endpoint({
  ...forPeople,
  method: 'GET',
  path: '/org/v1/kindWords',
  query: Silent,
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      /** Learners who would get a kind word now. */
      ready: v.number(),
      /** How many mentors would find a draft. */
      mentors: v.number(),
      /** Left out: they wait for an answer, had a kind word within fourteen days, want no more, or have no mentor. */
      leftOut: v.object({ waiting: v.number(), recent: v.number(), refused: v.number(), withoutMentor: v.number() }),
      /** The words for the learner who has been silent longest. */
      sample: v.nullable(v.object({ name: v.nullable(v.string()), mentorName: v.string(), text: v.string() })),
      /** Text messages to those of the learners who agreed to them in their profile. */
      texts: v.object({
        ready: v.number(),
        /** The text to the learner who has been silent longest, and in how many parts it is sent. */
        sample: v.nullable(v.object({ name: v.nullable(v.string()), text: v.string(), parts: v.number() })),
        /** The parts of all texts together. */
        parts: v.number(),
        /** The price of a part. */
        price: v.nullable(v.object({ amount: v.number(), currency: v.string() })),
        /** Not sent, because the day's limit was reached. They can be sent again. */
        unsent: v.number(),
        /** Texts of the last ninety days: on their way, refused by the gateway, sent; and how many people came back. */
        waiting: v.number(),
        refused: v.number(),
        sent: v.number(),
        cameBack: v.number(),
      }),
      /** Counts of the last ninety days; null: none was handed to a mentor. */
      outcome: v.nullable(v.object({ handed: v.number(), sent: v.number(), cameBack: v.number() })),
    }),
  }),
})
export type KindWords = Reply<typeof getKindWords>['data']

/** Puts a draft into the conversation of each silent learner, where their mentor finds it. Nothing is sent. */
export const giveKindWords = endpoint({
  ...forPeople,
  method: 'POST',
  path: '/org/v1/kindWords',
  headers: ['Idempotency-Key'],
  body: Silent,
  reply: v.object({ success: v.literal(true), data: v.object({ count: v.number() }) }),
})

/** Sends a text message to each silent learner who agreed to text messages, one a second. */
export const sendKindTexts = endpoint({
  ...forPeople,
  method: 'POST',
  path: '/org/v1/kindTexts',
  headers: ['Idempotency-Key'],
  body: Silent,
  reply: v.object({ success: v.literal(true), data: v.object({ count: v.number() }) }),
})
