import { deleteDownloadsOf } from '../downloads/downloads.ts'
import { deleteLock } from './locked-store.ts'
import { peopleHere, removePeople } from './people.ts'
import { removeSavedOf } from './personal-rows.ts'
import { clearTab } from './this-tab.ts'

/** After a sign-out where others stay: the person's PIN, drafts and saved data go. What waits to be sent stays. */
export async function leavePhone(uid: string): Promise<void> {
  clearTab()
  const [last, ...others] = peopleHere()
  // Nobody is left to choose from.
  if (last && others.length === 0 && !last.hasPin && !last.session) removePeople([last.uid])
  await removeSavedOf(uid)
  await deleteLock(uid)
}

/** Somebody whose session has ended is not here any more. */
export async function forgetPerson(uid: string): Promise<void> {
  removePeople([uid])
  await leavePhone(uid)
  await deleteDownloadsOf(uid)
}
