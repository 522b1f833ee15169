import { stopPush } from '../messages/push/stop-push.ts'
import { readPush, storePush } from '../messages/push/stored-push.ts'
import { deleteSender } from '../outbox/background-sync.ts'
import { navigate } from '../router/router.ts'
import {
  claimsOf,
  clearSessionEnding,
  currentSession,
  onSessionChange,
  type StoredSession,
  sessionEnding,
  startSession,
} from '../session.ts'
import { rememberEmail } from '../sign-in/email/carried-email.ts'
import type { KnownUser } from '../user/load-user.ts'
import { MAX_PEOPLE, type PersonOnPhone, peopleOnPhone, personOnPhone, savePerson } from './people.ts'
import { clearTab, detachSession, markPersonChosen, storedSession } from './this-tab.ts'

/** Waits no longer than this for the server: there may be no network. */
const WAIT_MS = 2000

type Known = Pick<KnownUser, 'uid' | 'displayName' | 'phoneNumber' | 'email'>

/** The entry in the list for the person who is here. With a PIN, the phone number is locked with the rest. */
export function entryOf({ uid, displayName, phoneNumber, email }: Known): PersonOnPhone {
  const hasPin = personOnPhone(uid)?.hasPin ?? false
  const signsInWith = phoneNumber ?? email ?? undefined
  const name = displayName || (phoneNumber ? `…${phoneNumber.slice(-4)}` : (email?.split('@')[0] ?? ''))
  const isByEmail = phoneNumber === null
  return {
    uid,
    name,
    hasPin,
    isByEmail,
    signsInWith: hasPin ? undefined : signsInWith,
    session: undefined,
    hasEnded: undefined,
  }
}

function signsInWithOf(session: StoredSession): string | undefined {
  const { phone_number: phone, email } = claimsOf(session)
  return phone ?? email
}

/** An entry for a person whose own data was not loaded yet. */
function describeSession(session: StoredSession): PersonOnPhone {
  const { phone_number: phoneNumber = null, email = null } = claimsOf(session)
  return entryOf({ uid: session.uid, displayName: null, phoneNumber, email })
}

/** Whether one more person may use this phone. */
export function canAddPerson(): boolean {
  return peopleOnPhone().length < MAX_PEOPLE
}

/** Puts the present person aside, and leads to the sign-in of another one. */
export async function addSomebody(user: KnownUser): Promise<void> {
  savePerson(entryOf(user))
  await putSessionAside()
  await leadToSignIn()
}

/**
 * Removes the session from the browser, in all tabs, without ending it. What is in memory is cleared, as after a
 * sign-out. Unsent items stay, and are sent when their owner is back.
 */
export async function putSessionAside(): Promise<void> {
  const session = storedSession()
  if (!session) return
  const { uid } = session
  const before = personOnPhone(uid)
  if (before?.hasPin) await saveLocked(session)
  if (storedSession()?.uid !== uid) return
  const person = before ?? describeSession(session)
  const wantsPush = before?.wantsPush || readPush()?.uid === uid
  savePerson({ ...person, wantsPush, session: before?.hasPin ? undefined : storedSession() })
  const taken = detachSession()
  clearTab()
  notificationsEnd = endNotifications(session.idToken)
  // The service worker has a copy of the session while something waits.
  await deleteSender().catch(() => {})
  if (!before?.hasPin) return
  if (taken && taken.refreshToken !== session.refreshToken) await saveLocked(taken)
  const { lockData } = await import('./pin-lock.ts')
  // If this fails, the screen that asks who is learning tries again.
  await lockData(uid).catch(() => {})
}

/** Stores the session encrypted. If that fails, the person has to sign in again: the session must not lie open. */
async function saveLocked(session: StoredSession): Promise<void> {
  const { lockSession } = await import('./pin-lock.ts')
  await lockSession(session.uid, { session, signsInWith: signsInWithOf(session) }).catch(() => {})
}

/** Resolves when the notifications of the former person have ended. */
let notificationsEnd: Promise<unknown> = Promise.resolve()

/** Ends the notifications of the person who was put aside: they are for the person who uses the phone. */
async function endNotifications(idToken: string): Promise<void> {
  const tooLate = new Promise(resolve => setTimeout(resolve, WAIT_MS))
  if (readPush()) await Promise.race([stopPush(idToken).catch(() => {}), tooLate])
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close()
}

/** Continues with the session of this person. Another person is put aside first. */
export async function switchToPerson(
  uid: string,
  session: StoredSession,
  signsInWith: string | undefined,
): Promise<void> {
  await putOtherPersonAside(uid)
  beginSession(uid, session, signsInWith)
}

/** Puts aside the person who is here, unless it is this one. */
export async function putOtherPersonAside(uid: string): Promise<void> {
  if (storedSession() && storedSession()?.uid !== uid) await putSessionAside()
  await notificationsEnd.catch(() => {})
}

export function beginSession(uid: string, session: StoredSession, signsInWith: string | undefined): void {
  clearTab()
  // messages/push/renew-push.ts subscribes to notifications again.
  if (personOnPhone(uid)?.wantsPush) storePush({ uid, showsText: false, told: '' })
  // From here on the router leads to the first screen.
  markPersonChosen()
  noteSignsInWith(signsInWith)
  startSession(session)
  savePerson({ uid, session: undefined, wantsPush: undefined })
}

/** The session of somebody without a PIN; undefined if they have to sign in. */
export function openSessionOf({ uid, session }: PersonOnPhone): StoredSession | undefined {
  const inUse = storedSession()
  return inUse?.uid === uid ? inUse : session
}

/** Opens the sign-in, with the phone or e-mail address filled in if it is known. */
export async function leadToSignIn({
  signsInWith = '',
  isByEmail = false,
}: Partial<PersonOnPhone> = {}): Promise<void> {
  // Another tab may be in use: its session must not be replaced.
  await putSessionAside()
  clearTab()
  clearSessionEnding()
  prefill(signsInWith)
  navigate({ to: isByEmail ? '/login-email' : '/login' })
}

/** The person who uses this phone now. */
let presentUid = currentSession()?.uid
/** Their phone or e-mail address. */
let presentSignsInWith: string | undefined

export function noteSignsInWith(signsInWith: string | undefined): void {
  presentSignsInWith = signsInWith
}

onSessionChange(session => {
  // The server ended the session, perhaps while it was put aside.
  if (!session && sessionEnding()) {
    if (presentSignsInWith) prefill(presentSignsInWith)
    if (presentUid && personOnPhone(presentUid)) savePerson({ uid: presentUid, hasEnded: true })
  }
  presentUid = session?.uid
})

/** Fills in the field of the sign-in. */
function prefill(signsInWith: string): void {
  if (signsInWith.includes('@')) rememberEmail(signsInWith)
  else window.sbsTyped = { phone: signsInWith }
}
