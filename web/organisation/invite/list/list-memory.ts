import { getInvitationList, type HeldRow } from '../../../../contract/organisation/invitation-lists.ts'
import { call } from '../../../api.ts'

export function listQuery(id: string) {
  return {
    queryKey: ['organisation', 'list', id],
    queryFn: async () => (await call(getInvitationList, { params: { id } })).data,
  }
}

/** The rows that were not ready, by list. The server stores only those that were. */
export const heldRows = new Map<string, readonly HeldRow[]>()
