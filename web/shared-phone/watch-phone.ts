import type { Language } from '../../contract/languages.ts'
import { register } from '../offline/register-worker.ts'
import { broadcast } from '../outbox/outbox.ts'
import { currentSession, isSharedPhone, onSessionChange, PEOPLE, STORED_AS } from '../session.ts'
import type { KnownUser } from '../user/load-user.ts'
import { personOnPhone, removePeople, savePerson } from './people.ts'
import { entryOf, noteSignsInWith, putSessionAside } from './switch-people.ts'
import { isPersonChosen, LEFT_AFTER_MS, markPersonChosen, storedSession } from './this-tab.ts'

/** Tabs in which somebody is signed in hold the first lock; a visible one also the second. */
export const IN_USE = 'sbs.in-use'
const VISIBLE = 'sbs.visible'

/** On a shared phone: keeps the list of people up to date, and locks a person with a PIN who left. */
export async function watchPhone(user: KnownUser): Promise<void> {
  const isHere = () => currentSession()?.uid === user.uid
  if (isHere() && user.formerUids.length > 0) await takeOver(user)
  // The person may have been put aside while this code was loaded.
  if (!isHere()) return
  noteSignsInWith(user.phoneNumber ?? user.email ?? undefined)
  savePerson(entryOf(user))
  if (import.meta.env.PROD) void register(document.documentElement.lang as Language).catch(() => {})
  markPersonChosen()
  watchTab()
  await openAfterSignIn([user.uid, ...user.formerUids])
}

/** Merged accounts are one person here, with the PIN of any of them. */
async function takeOver({ uid, formerUids }: KnownUser): Promise<void> {
  const former = formerUids.flatMap(formerUid => personOnPhone(formerUid) ?? [])
  if (former.length === 0) return
  const [{ renameLock }, { readPersonal, removePersonal }] = await Promise.all([
    import('./locked-store.ts'),
    import('./personal-rows.ts'),
  ])
  for (const person of former) {
    if (person.hasPin) await renameLock(person.uid, uid)
    // Drafts and unsent items are moved by outbox/migrate.ts. The rest is loaded again.
    await removePersonal('saved data', await readPersonal('saved data', person.uid))
  }
  const hasPin = [personOnPhone(uid), ...former].some(person => person?.hasPin)
  removePeople(former.map(person => person.uid))
  savePerson({ uid, hasPin })
}

/** After a sign-in without the PIN: decrypts what the PIN locked, and removes the PIN. */
async function openAfterSignIn(uids: string[]): Promise<void> {
  const { hasLock, openWithAccount } = await import('./pin-lock.ts')
  const wasLocked = await Promise.all(uids.map(openWithAccount))
  const [uid] = uids as [string]
  // The browser may have deleted the keys of the PIN. Then there is no PIN any more. A person who has just removed it
  // may have no entry any more.
  if (!(await hasLock(uid)) && personOnPhone(uid)?.hasPin) savePerson({ uid, hasPin: false })
  if (wasLocked.includes(true)) await broadcast()
}

let isWatching = false

function watchTab(): void {
  if (isWatching) return
  isWatching = true
  let hiddenAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let endUse = holdWhile(IN_USE)
  let endSight = holdWhile(VISIBLE)

  const lockIfLeft = async () => {
    clearTimeout(timer)
    const uid = currentSession()?.uid
    if (!uid || !personOnPhone(uid)?.hasPin) return
    if (isPlaying() || (await isLockHeld(VISIBLE))) timer = setTimeout(lockIfLeft, LEFT_AFTER_MS)
    else await putSessionAside()
  }

  document.addEventListener('visibilitychange', () => {
    const uid = currentSession()?.uid
    clearTimeout(timer)
    endSight()
    if (!uid || !isSharedPhone()) return
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now()
      markPersonChosen(hiddenAt)
      timer = setTimeout(lockIfLeft, LEFT_AFTER_MS)
      return
    }
    // Timers do not run in a frozen page, so the time is checked here, too.
    if (Date.now() - hiddenAt > LEFT_AFTER_MS && !isPlaying()) return void lockIfLeft()
    markPersonChosen()
    endSight = holdWhile(VISIBLE)
  })
  onSessionChange(session => {
    endUse()
    endSight()
    if (!session) return
    endUse = holdWhile(IN_USE)
    if (document.visibilityState === 'visible') endSight = holdWhile(VISIBLE)
  })
  // A page that the browser brings back from its memory missed what other tabs stored. It is not loaded again: without
  // a network, that could end on the error page of the browser.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || storedSession()?.uid === currentSession()?.uid) return
    window.sbsAsks = isSharedPhone() && !isPersonChosen()
    for (const key of [PEOPLE, STORED_AS]) dispatchEvent(new StorageEvent('storage', { key }))
  })
}

/** Holds a lock of this name that any number of tabs may hold. Returns a function that releases it. */
function holdWhile(name: string): () => void {
  let end = () => {}
  const ended = new Promise<void>(resolve => {
    end = resolve
  })
  void navigator.locks?.request(name, { mode: 'shared' }, () => ended)
  return end
}

/** Whether any tab holds a lock of this name. */
export async function isLockHeld(name: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some(lock => lock.name === name)
}

/** Whether media plays: somebody may listen with the screen off. */
function isPlaying(): boolean {
  return [...document.querySelectorAll<HTMLMediaElement>('audio, video')].some(({ paused }) => !paused)
}
