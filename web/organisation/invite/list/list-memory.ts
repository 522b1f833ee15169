import { getInvitationList, type HeldRow } from '../../../../contract/organisation/invitation-lists.ts'
import { call } from '../../../api.ts'
import { currentSession, onSessionChange } from '../../../session.ts'

export function listQuery(id: string) {
  return {
    queryKey: ['organisation', 'list', id],
    queryFn: async () => (await call(getInvitationList, { params: { id } })).data,
  }
}

/** `mentorId`: chosen here for the row. */
export type KnownRow = HeldRow & { mentorId?: number | undefined }

const STORED_AS = 'sbs.heldRows'

type Stored = { uid: string; lists: Record<string, readonly KnownRow[]> }

/**
 * The rows of a list that were not ready. The server stores only those that were, so these are in the tab: they survive
 * a reload, and Android discarding the tab while the person looks for a number in a chat.
 */
export function heldRowsOf(id: string): readonly KnownRow[] {
  return storedOf(ownUid()).lists[id] ?? []
}

export function saveHeldRows(id: string, rows: readonly KnownRow[]): void {
  const { uid, lists } = storedOf(ownUid())
  inMemory = { uid, lists: { ...lists, [id]: rows } }
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(inMemory))
  } catch {
    // Without storage the rows end with the page.
  }
}

let inMemory: Stored | undefined

function storedOf(uid: string): Stored {
  inMemory ??= read()
  return inMemory?.uid === uid ? inMemory : { uid, lists: {} }
}

function read(): Stored | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function ownUid(): string {
  return currentSession()?.uid ?? ''
}

// They are numbers of people: the next person in this tab finds none of them.
onSessionChange(session => {
  if (inMemory === undefined || session?.uid === inMemory.uid) return
  inMemory = undefined
  try {
    sessionStorage.removeItem(STORED_AS)
  } catch {}
})
