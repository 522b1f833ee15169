import { currentSession } from '../session.ts'
import { peopleHere } from './people.ts'
import { putAside } from './switch-people.ts'
import { storedSession } from './this-tab.ts'
import { IN_USE, isHeld } from './watch-phone.ts'

/** A write that was on its way when somebody left is done by then. */
const AGAIN_MS = 1500

/**
 * When the app opens: puts aside the last person, unless another tab is in use, and locks what still lies open of
 * people with a PIN, because the app may have been closed in the middle.
 */
export async function tidyUp(): Promise<void> {
  if (storedSession() && !currentSession() && !(await isHeld(IN_USE))) await putAside()
  await lockOthers()
  await new Promise(resolve => setTimeout(resolve, AGAIN_MS))
  await lockOthers()
}

async function lockOthers(): Promise<void> {
  const others = peopleHere().filter(({ uid, hasPin }) => hasPin && uid !== storedSession()?.uid)
  if (others.length === 0) return
  const { lockData } = await import('./pin-lock.ts')
  for (const { uid } of others) await lockData(uid)
}
