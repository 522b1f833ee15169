import { readStoredJson, writeStored } from '../browser/stored.ts'
import { currentSession, onSessionChange, sessionEnding } from '../session.ts'

const STORED_AS = 'sbs.inTab'

type Stored = { uid: string; values: Record<string, unknown> }

/**
 * A value that a person brought or typed and that the server does not have yet. The tab stores it. So it survives a
 * reload, a session that the server ended, and Android discarding the tab while the person looks for a number in a
 * chat.
 */
export function readFromTab<T>(name: string): T | undefined {
  return storedOf(ownUid()).values[name] as T | undefined
}

/** Stores a value under this name; undefined removes it. */
export function storeInTab(name: string, value: unknown): void {
  const { uid, values } = storedOf(ownUid())
  inMemory = { uid, values: { ...values, [name]: value } }
  // Without storage the value ends with the page.
  writeStored(STORED_AS, JSON.stringify(inMemory), 'sessionStorage')
}

let inMemory: Stored | undefined

function storedOf(uid: string): Stored {
  inMemory ??= readStoredJson<Stored>(STORED_AS, 'sessionStorage')
  return inMemory?.uid === uid ? inMemory : { uid, values: {} }
}

function ownUid(): string {
  return currentSession()?.uid ?? ''
}

// The values contain phone numbers of people, so the next person in this tab must not find them.
onSessionChange(session => {
  if (inMemory === undefined || session?.uid === inMemory.uid) return
  // The server has ended the session, and the same person may come back.
  if (!session && sessionEnding() === 'ended') return
  inMemory = undefined
  writeStored(STORED_AS, undefined, 'sessionStorage')
})
