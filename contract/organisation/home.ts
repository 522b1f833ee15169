import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { FOR_OWNERS, teamRoles } from '../team-roles.ts'

/** The most things that the home says at once. */
export const MAX_HOME_ITEMS = 5

const Time = v.number()

/** One thing that waits for somebody. Times are epoch ms. */
export const HomeItem = v.variant('kind', [
  /** The newest backup is missing, too old, or could not be opened. `provenAt`: the time of the last one that could. */
  v.object({ kind: v.literal('backup'), provenAt: v.nullable(Time) }),
  /** Browsers refuse the app in `days`, unless its https certificate is renewed. */
  v.object({ kind: v.literal('certificate'), days: v.number() }),
  /** The last message of this kind could not be sent. */
  v.object({ kind: v.literal('sending'), what: v.picklist(['sms', 'mail', 'whatsapp']) }),
  /** The disk has less room left than it should, in percent. */
  v.object({ kind: v.literal('room'), percent: v.number() }),
  /** Learners who have waited longer than the aim, and the mentor with most of them. */
  v.object({
    kind: v.literal('waiting'),
    count: v.number(),
    /** The aim, in days. */
    days: v.number(),
    oldestAt: Time,
    mentorId: v.nullable(v.number()),
    mentor: v.nullable(v.string()),
  }),
  /** Learners who wait for a mentor who is away, where nobody stands in. The mentor with most of them is the first. */
  v.object({
    kind: v.literal('nobody-stands-in'),
    count: v.number(),
    /** `uid` is null if the mentor has no account. */
    mentors: v.pipe(
      v.array(v.object({ id: v.number(), name: v.string(), uid: v.nullable(v.string()) })),
      v.minLength(1),
    ),
  }),
  /** Spoken answers that nobody has heard. */
  v.object({ kind: v.literal('unheard'), count: v.number(), oldestAt: Time }),
  /** Learners without a mentor. */
  v.object({ kind: v.literal('no-mentor'), count: v.number() }),
  /** Every mentor who is not away has as many learners as they have room for, and new learners still come. */
  v.object({ kind: v.literal('mentors-full') }),
  /** Texts to silent people that were not sent, because the day's limit was reached. They can be sent again. */
  v.object({ kind: v.literal('unsent-texts'), count: v.number() }),
  /** A request to publish a course, for others to answer. */
  v.object({
    kind: v.literal('publish-request'),
    courseId: v.string(),
    title: v.string(),
    by: v.nullable(v.string()),
    askedAt: Time,
  }),
  /** A request of this person that has an answer. `why` is the reason if it was sent back. */
  v.object({
    kind: v.literal('publish-answered'),
    courseId: v.string(),
    title: v.string(),
    by: v.nullable(v.string()),
    outcome: v.picklist(['published', 'returned']),
    why: v.nullable(v.string()),
  }),
  /** Drafts without a mistake in which nobody has written for a day. The first one has waited longest. */
  v.object({
    kind: v.literal('drafts-ready'),
    drafts: v.pipe(v.array(v.object({ courseId: v.string(), title: v.string(), changedAt: Time })), v.minLength(1)),
  }),
  /** If the only owner is away, nobody can do what owners do. */
  v.object({ kind: v.literal('one-owner') }),
])
export type HomeItem = v.InferOutput<typeof HomeItem>

/** The first steps of a new organisation. A step is done once its result exists, wherever that was made. */
export const FirstStep = v.object({
  kind: v.picklist(['name', 'course', 'mentor', 'phone', 'invite']),
  isDone: v.boolean(),
})
export type FirstStep = v.InferOutput<typeof FirstStep>

/** Hides the first steps from the home of owners, or shows them again. */
export const showFirstSteps = endpoint({
  method: 'POST',
  path: '/org/v1/home/firstSteps',
  signedIn: true,
  headers: ['Idempotency-Key'],
  roles: FOR_OWNERS,
  body: v.object({ isShown: v.boolean() }),
  reply: v.object({ success: v.literal(true) }),
})

/** Lists what waits for this person, the most pressing first, by what their roles may see. */
export const getOrgHome = endpoint({
  method: 'GET',
  path: '/org/v1/home',
  signedIn: true,
  roles: teamRoles,
  reach: 'own-people',
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      items: v.array(HomeItem),
      /** Empty for all but owners, after the last step, and if they are hidden. */
      firstSteps: v.array(FirstStep),
      /** The organisation's, for the first steps; null without them. */
      timeZone: v.nullable(v.string()),
      checkedAt: Time,
    }),
  }),
})
