import type { Language } from '../../contract/languages.ts'
import { readPush } from '../messages/push/stored-push.ts'
import type { KnownUser } from '../user/load-user.ts'
import { peopleOnPhone, removePeople, savePerson } from './people.ts'
import { entryOf } from './switch-people.ts'
import { watchPhone } from './watch-phone.ts'

/** Sets the PIN of the person who is signed in. From now on the app asks for it when it opens, also with one person. */
export async function setOwnPin(user: KnownUser, pin: string): Promise<undefined> {
  const { setPin } = await import('./pin-lock.ts')
  await setPin(user.uid, pin)
  savePerson({ ...entryOf(user), hasPin: true, signsInWith: undefined })
  await watchPhone(user)
  await hideWords(user.uid).catch(() => {})
}

/** Ends notifications with words, until the person chooses them again. */
async function hideWords(uid: string): Promise<void> {
  const push = readPush()
  if (push?.uid !== uid || !push.showsText) return
  const { subscribeBrowser } = await import('../messages/push/subscribe-browser.ts')
  await subscribeBrowser({ uid, language: document.documentElement.lang as Language, showsText: false })
}

/** Returns how many tries are left if `pin` is wrong. */
export async function changeOwnPin({ uid }: KnownUser, pin: string, next: string): Promise<number | undefined> {
  const { changePin } = await import('./pin-lock.ts')
  return changePin(uid, pin, next)
}

/** Returns how many tries are left if `pin` is wrong. */
export async function removeOwnPin(user: KnownUser, pin: string): Promise<number | undefined> {
  const { removePin } = await import('./pin-lock.ts')
  const triesLeft = await removePin(user.uid, pin)
  if (triesLeft !== undefined) return triesLeft
  savePerson({ uid: user.uid, hasPin: false })
  savePerson(entryOf(user))
  // With one person and no PIN, the app has nothing to ask.
  if (peopleOnPhone().length === 1) removePeople([user.uid])
  return undefined
}
