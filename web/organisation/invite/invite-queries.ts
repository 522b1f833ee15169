import { listInvitations } from '../../../contract/organisation/invitations.ts'
import { call } from '../../api.ts'

export const invitationsQuery = {
  queryKey: ['organisation', 'invitations'],
  queryFn: async () => (await call(listInvitations, {})).data,
}

/** The address that a learner opens. The app asks for the mentor with `rid` at the first sign-in. */
export function linkOf({ code }: { code: number }): string {
  return `${location.origin}/?rid=${code}`
}
