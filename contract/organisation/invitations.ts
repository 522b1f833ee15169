import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { FOR_PEOPLE, MentorId } from '../team-roles.ts'
import { visibleText } from '../text/visible.ts'
import { DAY } from '../time.ts'

export const INVITATION_MS = 30 * DAY
const MAX_MS = 366 * DAY
export const INVITATION_NAME_LIMIT = 60
export const MAX_USES = 100_000

/** A link that invites learners. A link that has ended stays in the list. */
export const Invitation = v.object({
  id: v.string(),
  /** The link is the address of the app with `?rid=` and this number. */
  code: v.number(),
  name: v.string(),
  /** Null: each learner gets the mentor with the fewest learners. */
  mentor: v.nullable(v.object({ id: v.number(), name: v.string(), isActive: v.boolean() })),
  /** Epoch ms. */
  createdAt: v.number(),
  expiresAt: v.number(),
  endedAt: v.nullable(v.number()),
  maxUses: v.nullable(v.number()),
  /** How many learners came by it. */
  uses: v.number(),
  /** The link works: nobody has ended it, it has not expired, and it has uses left. */
  isGood: v.boolean(),
})
export type Invitation = v.InferOutput<typeof Invitation>

/** The newest first. */
export const listInvitations = endpoint({
  method: 'GET',
  path: '/org/v1/invitations',
  signedIn: true,
  roles: FOR_PEOPLE,
  reach: 'own-people',
  reply: v.object({ success: v.literal(true), data: v.array(Invitation) }),
})

export const makeInvitation = endpoint({
  method: 'POST',
  path: '/org/v1/invitations',
  signedIn: true,
  headers: ['Idempotency-Key'],
  roles: FOR_PEOPLE,
  reach: 'own-people',
  body: v.object({
    name: visibleText(INVITATION_NAME_LIMIT),
    mentorId: v.nullable(MentorId),
    /** How long the link works: a year at most, thirty days by default. */
    lifetimeMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_MS)), INVITATION_MS),
    maxUses: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_USES))), null),
  }),
  reply: v.object({ success: v.literal(true), data: Invitation }),
})

/** Ends a link. People who came by it stay. */
export const endInvitation = endpoint({
  method: 'POST',
  path: '/org/v1/invitations/:id/end',
  signedIn: true,
  headers: ['Idempotency-Key'],
  roles: FOR_PEOPLE,
  reach: 'own-people',
  params: v.object({ id: v.string() }),
  reply: v.object({ success: v.literal(true) }),
})
