import { deleteLock } from './locked-store.ts'
import { peopleHere, removePeople } from './people.ts'
import { removeDraftsOf } from './personal-rows.ts'
import { clearTab } from './this-tab.ts'

/** After a sign-out where others stay: the person's PIN and drafts go. What waits to be sent stays, as everywhere. */
export async function leavePhone(uid: string): Promise<void> {
  clearTab()
  const [last, ...others] = peopleHere()
  // Nobody is left to choose from.
  if (last && others.length === 0 && !last.hasPin && !last.session) removePeople([last.uid])
  await removeDraftsOf(uid)
  await deleteLock(uid)
}
