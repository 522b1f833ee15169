import { getInvitationList, type HeldRow } from '../../../../contract/organisation/invitation-lists.ts'
import { call } from '../../../api.ts'
import { readFromTab, storeInTab } from '../../../user/tab-memory.ts'

export function listQuery(id: string) {
  return {
    queryKey: ['organisation', 'list', id],
    queryFn: async () => (await call(getInvitationList, { params: { id } })).data,
  }
}

/** `mentorId`: the mentor who was chosen in this tab for the row. */
export type KnownRow = HeldRow & { mentorId?: number | undefined }

/** The rows of a list that were not ready. The server stores only rows that are ready. */
export function heldRowsOf(id: string): readonly KnownRow[] {
  return readFromTab(nameOf(id)) ?? []
}

export function saveHeldRows(id: string, rows: readonly KnownRow[]): void {
  storeInTab(nameOf(id), rows)
}

function nameOf(id: string): string {
  return `list ${id}`
}
