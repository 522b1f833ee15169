import * as v from 'valibot'

/** The roles of an organisation's people, in the order in which they are shown. Mentors are in a table of their own. */
export const teamRoles = ['owner', 'coordinator', 'author'] as const

export const TeamRole = v.picklist(teamRoles)
export type TeamRole = v.InferOutput<typeof TeamRole>

/** The roles to which somebody can be invited. */
export const invitedRoles = [...teamRoles, 'mentor'] as const
export const InvitedRole = v.picklist(invitedRoles)
export type InvitedRole = v.InferOutput<typeof InvitedRole>

/** The number of a mentor. */
export const MentorId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))

/**
 * The people that a member of the team sees: everybody, or the people of the mentors with these numbers. Owners can
 * limit a coordinator to some mentors.
 */
export type Reach = 'everybody' | readonly number[]

/** For calls about people: finding, assigning, inviting. */
export const FOR_PEOPLE: readonly TeamRole[] = ['owner', 'coordinator']
export const FOR_OWNERS: readonly TeamRole[] = ['owner']
/** For calls about courses: writing, publishing, importing. */
export const FOR_AUTHORS: readonly TeamRole[] = ['owner', 'author']
