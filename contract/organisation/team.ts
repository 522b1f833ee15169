import * as v from 'valibot'
import { NAME_LIMIT } from '../account.ts'
import { endpoint } from '../calls/endpoint.ts'
import { FOR_OWNERS, FOR_PEOPLE, InvitedRole, MentorId, TeamRole } from '../team-roles.ts'
import { inEachLanguage } from '../text/in-each-language.ts'
import { visibleText } from '../text/visible.ts'

/** Mentors to whose people a coordinator is limited. Null: no limit. */
const Limit = v.nullable(v.pipe(v.array(MentorId), v.minLength(1), v.maxLength(1000)))
const NamedLimit = v.nullable(v.array(v.object({ id: v.number(), name: v.string() })))

/** The roles of this person. Everybody may ask; for most people there are none. */
export const getOwnRoles = endpoint({
  method: 'GET',
  path: '/org/v1/me',
  signedIn: true,
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      roles: v.array(TeamRole),
      hasOwner: v.boolean(),
      /** There is no owner yet, and this server lets the first person become one, as a demo does. */
      canBecomeOwner: v.boolean(),
      /** The mentors whose people this person may see. Null: everybody. */
      limitedTo: v.nullable(v.array(v.number())),
      /** What owners have chosen for their side and for what is printed. Null for a person without a role. */
      organisation: v.nullable(v.object({ name: v.object(inEachLanguage(() => v.string())), colour: v.string() })),
    }),
  }),
})

/**
 * The time zone of the person's device. That of the first owner becomes the organisation's, unless one was chosen
 * before.
 */
const DeviceZone = v.optional(v.pipe(v.string(), v.maxLength(100)))

/** Makes the first person of a demo its owner. Forbidden as soon as there is an owner, and in production. */
export const becomeFirstOwner = endpoint({
  method: 'POST',
  path: '/org/v1/firstOwner',
  signedIn: true,
  headers: ['Idempotency-Key'],
  body: v.object({ timeZone: DeviceZone }),
  reply: v.object({ success: v.literal(true), data: v.object({ roles: v.array(TeamRole) }) }),
})

export const TeamMember = v.object({
  uid: v.string(),
  name: v.nullable(v.string()),
  phoneNumber: v.nullable(v.string()),
  email: v.nullable(v.string()),
  /** Empty, unless the person who asks may see the roles of this member. */
  roles: v.array(TeamRole),
  /** The mentors that they are limited to as a coordinator. Null: no limit. */
  limitedTo: NamedLimit,
  /** The number by which learners know this mentor; null for others. */
  mentorId: v.nullable(v.number()),
  /** Time of the last sign-in or answer (epoch ms). */
  seenAt: v.number(),
  isBlocked: v.boolean(),
})
export type TeamMember = v.InferOutput<typeof TeamMember>

/** Somebody who was invited to the team and has not opened the link yet. */
export const TeamInvitation = v.object({
  id: v.string(),
  phoneNumber: v.string(),
  role: InvitedRole,
  /** The name of an invited mentor: learners will see it. */
  name: v.nullable(v.string()),
  /** The limit of an invited coordinator. Null: none. */
  limitedTo: NamedLimit,
  /** Epoch ms. */
  createdAt: v.number(),
  expiresAt: v.number(),
})
export type TeamInvitation = v.InferOutput<typeof TeamInvitation>

export const getTeam = endpoint({
  method: 'GET',
  path: '/org/v1/team',
  signedIn: true,
  roles: FOR_PEOPLE,
  reach: 'own-people',
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      members: v.array(TeamMember),
      invitations: v.array(TeamInvitation),
      /** When the recovery code that still works was made (epoch ms). Null if there is none. */
      recoveryMadeAt: v.nullable(v.number()),
    }),
  }),
})

/**
 * Replaces the roles of a person, or the mentors that they are limited to as a coordinator, or both. A missing field
 * changes nothing. A person without roles is no longer in the team. The limit outlives the role: without another limit,
 * somebody who becomes a coordinator again is limited as before. `from` is what the owner saw in the team. Fails with
 * `settings/changed` if another owner was quicker, so that nobody undoes a change unseen.
 */
export const setRoles = endpoint({
  method: 'POST',
  path: '/org/v1/people/:uid/roles',
  signedIn: true,
  headers: ['Idempotency-Key'],
  roles: FOR_OWNERS,
  needsRecentSignIn: true,
  endsOwnRole: true,
  params: v.object({ uid: v.string() }),
  body: v.object({
    roles: v.optional(v.array(TeamRole)),
    limitedTo: v.optional(Limit),
    from: v.optional(
      v.object({ roles: v.array(TeamRole), limitedTo: v.nullable(v.pipe(v.array(MentorId), v.maxLength(1000))) }),
    ),
  }),
  reply: v.object({ success: v.literal(true), data: v.object({ roles: v.array(TeamRole) }) }),
})

/**
 * Returns the token of a link. The link gives the role to the person who opens it signed in with this phone number. A
 * coordinator invites mentors only. A mentor needs a `name`. `limitedTo` is for a coordinator.
 */
export const inviteToTeam = endpoint({
  method: 'POST',
  path: '/org/v1/teamInvitations',
  signedIn: true,
  headers: ['Idempotency-Key'],
  roles: FOR_PEOPLE,
  reach: 'needs-everybody',
  needsRecentSignIn: true,
  body: v.object({
    phoneNumber: v.pipe(v.string(), v.maxLength(40)),
    role: InvitedRole,
    name: v.optional(visibleText(NAME_LIMIT)),
    limitedTo: v.optional(Limit),
  }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({ id: v.string(), token: v.string(), expiresAt: v.number() }),
  }),
})

/** A coordinator ends invitations of mentors only. */
export const endTeamInvitation = endpoint({
  method: 'POST',
  path: '/org/v1/teamInvitations/:id/end',
  signedIn: true,
  headers: ['Idempotency-Key'],
  roles: FOR_PEOPLE,
  reach: 'needs-everybody',
  params: v.object({ id: v.string() }),
  reply: v.object({ success: v.literal(true) }),
})

/**
 * What an invitation offers, for a person who has not signed in yet. The reply names no person: anybody who has the
 * token can read it. Fails if the invitation has ended.
 */
export const describeTeamInvitation = endpoint({
  method: 'POST',
  path: '/org/v1/describeTeamInvitation',
  signedIn: false,
  body: v.object({ token: v.pipe(v.string(), v.maxLength(200)) }),
  reply: v.object({
    success: v.literal(true),
    /** `organisation`: its name, where it has one. */
    data: v.object({ role: InvitedRole, organisation: v.nullable(v.object(inEachLanguage(() => v.string()))) }),
  }),
})

/**
 * The role that an invitation offers, and who sent it. Fails like `joinTeam` if it has ended or is for another phone.
 */
export const readTeamInvitation = endpoint({
  method: 'POST',
  path: '/org/v1/readTeamInvitation',
  signedIn: true,
  body: v.object({ token: v.string() }),
  reply: v.object({
    success: v.literal(true),
    /** `by`: null is the operator, or somebody without a name. */
    data: v.object({ role: InvitedRole, by: v.nullable(v.string()), expiresAt: v.number() }),
  }),
})

/** Takes the role of an invitation. The phone number of the account must be the invited one. */
export const joinTeam = endpoint({
  method: 'POST',
  path: '/org/v1/joinTeam',
  signedIn: true,
  headers: ['Idempotency-Key'],
  body: v.object({ token: v.string(), timeZone: DeviceZone }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({ roles: v.array(TeamRole), isMentor: v.boolean() }),
  }),
})

/** Makes a recovery code in place of an earlier one. The code is in this reply and nowhere else. */
export const makeRecoveryCode = endpoint({
  method: 'POST',
  path: '/org/v1/recoveryCode',
  signedIn: true,
  headers: ['Idempotency-Key'],
  roles: FOR_OWNERS,
  needsRecentSignIn: true,
  reply: v.object({ success: v.literal(true), data: v.object({ code: v.string() }) }),
})

/**
 * Makes the holder of the recovery code an owner, and tells the team. For members of the team who have just entered a
 * code that was sent to their phone; `auth/requires-recent-login` asks for that. The recovery code works once.
 */
export const recover = endpoint({
  method: 'POST',
  path: '/org/v1/recover',
  signedIn: true,
  headers: ['Idempotency-Key'],
  body: v.object({ code: v.pipe(v.string(), v.maxLength(60)) }),
  reply: v.object({ success: v.literal(true), data: v.object({ roles: v.array(TeamRole) }) }),
})
