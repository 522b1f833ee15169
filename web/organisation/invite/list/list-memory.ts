import { getInvitationList, type HeldRow } from '../../../../contract/organisation/invitation-lists.ts'
import { call } from '../../../api.ts'

export function listQuery(id: string) {
  return {
    queryKey: ['organisation', 'list', id],
    queryFn: async () => (await call(getInvitationList, { params: { id } })).data,
  }
}

/** `mentorId`: chosen here for the row. */
export type KnownRow = HeldRow & { mentorId?: number | undefined }

/** The rows that were not ready, by list. The server stores only those that were. */
export const heldRows = new Map<string, readonly KnownRow[]>()
