import { listInvitationLists } from '../../../contract/organisation/invitation-lists.ts'
import { listInvitations } from '../../../contract/organisation/invitations.ts'
import { call } from '../../api.ts'

export const invitationsQuery = {
  queryKey: ['organisation', 'invitations'],
  queryFn: async () => (await call(listInvitations, {})).data,
}

export const listsQuery = {
  queryKey: ['organisation', 'invitation-lists'],
  queryFn: async () => (await call(listInvitationLists, {})).data,
}

/** The URL that a learner opens. The app reads the mentor from `rid` at the first sign-in. */
export function linkOf({ code }: { code: number }): string {
  return `${location.origin}/?rid=${code}`
}
