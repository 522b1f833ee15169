import { readStoredJson, writeStored } from '../browser/stored.ts'
import { createStore } from '../create-store.ts'
import { PEOPLE, type StoredSession } from '../session.ts'

export const MAX_PEOPLE = 5

/** Somebody who uses this phone. `localStorage` has the list, without anything that a PIN locks. */
export type PersonOnPhone = {
  uid: string
  /** As others on this phone see them. */
  name: string
  hasPin: boolean
  /** Signs in by e-mail, not by phone. */
  isByEmail: boolean
  /** The phone number or the e-mail address. Undefined for a person with a PIN. */
  signsInWith?: string | undefined
  /** The session while somebody else uses the phone. Undefined for a person with a PIN. */
  session?: StoredSession | undefined
  /** The server ended the session, perhaps because the account was erased: this person can be removed from the list. */
  hasEnded?: true | undefined
  /** Notifications were on. They come back with the person, but without words, because others use this phone. */
  wantsPush?: boolean | undefined
}

const people = createStore(read())

export const peopleOnPhone = people.get
export const onPeopleChange = people.watch

export function personOnPhone(uid: string): PersonOnPhone | undefined {
  return read().find(person => person.uid === uid)
}

/** Adds a person, or changes what is known of them. */
export function savePerson(person: Partial<PersonOnPhone> & { uid: string }): void {
  const known = read()
  const before = known.find(({ uid }) => uid === person.uid)
  const blank = { name: '', hasPin: false, isByEmail: false }
  const changed = { ...blank, ...before, ...person }
  write(before ? known.map(entry => (entry === before ? changed : entry)) : [...known, changed])
}

/** Removes people from the list. An empty list means that the phone is not shared. */
export function removePeople(uids: readonly string[]): void {
  write(read().filter(({ uid }) => !uids.includes(uid)))
}

function write(list: PersonOnPhone[]): void {
  // Without storage nobody can be put aside.
  writeStored(PEOPLE, list.length > 0 ? JSON.stringify(list) : undefined)
  people.set(read())
}

/** Other tabs write the list, too, so it is read before each change. */
function read(): PersonOnPhone[] {
  const stored = readStoredJson(PEOPLE)
  return Array.isArray(stored) ? stored : []
}

globalThis.addEventListener?.('storage', event => {
  const { key } = event as StorageEvent
  if (key === PEOPLE || key === null) people.set(read())
})
