import { currentSession } from '../session.ts'
import { peopleOnPhone } from './people.ts'
import { putSessionAside } from './switch-people.ts'
import { storedSession } from './this-tab.ts'
import { IN_USE, isLockHeld } from './watch-phone.ts'

/** After this time, a write that was under way when somebody left is done. */
const AGAIN_MS = 1500

/**
 * Called when the app opens. Puts aside the last person, unless another tab is in use. Locks what still lies open of
 * people with a PIN: the app may have been closed before it was locked.
 */
export async function lockAtStart(): Promise<void> {
  if (storedSession() && !currentSession() && !(await isLockHeld(IN_USE))) await putSessionAside()
  await lockOthers()
  await new Promise(resolve => setTimeout(resolve, AGAIN_MS))
  await lockOthers()
}

async function lockOthers(): Promise<void> {
  const others = peopleOnPhone().filter(({ uid, hasPin }) => hasPin && uid !== storedSession()?.uid)
  if (others.length === 0) return
  const { lockData } = await import('./pin-lock.ts')
  for (const { uid } of others) await lockData(uid)
}
