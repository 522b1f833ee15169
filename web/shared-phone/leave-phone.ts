import { deleteDownloadsOf } from '../downloads/rows/removal.ts'
import { deleteLock } from './locked-store.ts'
import { type PersonOnPhone, peopleOnPhone, removePeople } from './people.ts'
import { readPersonal, removePersonal, removeSavedOf } from './personal-rows.ts'
import { clearTab } from './this-tab.ts'

/** After a sign-out on a shared phone: deletes the person's PIN, drafts and saved data. What waits to be sent stays. */
export async function leavePhone(uid: string): Promise<void> {
  clearTab()
  await deleteExceptUnsent(uid)
}

async function deleteExceptUnsent(uid: string): Promise<void> {
  const [last, ...others] = peopleOnPhone()
  // With one person left, there is nothing to choose.
  if (last && others.length === 0 && !last.hasPin && !last.session) removePeople([last.uid])
  await removeSavedOf(uid)
  await deleteLock(uid)
}

/**
 * Removes a person whose session has ended. If they have a PIN, unsent items are deleted, too: they must not lie open.
 */
export async function removePerson({ uid, hasPin }: PersonOnPhone): Promise<void> {
  clearTab()
  if (hasPin) return deleteAll(uid)
  removePeople([uid])
  await deleteExceptUnsent(uid)
  await deleteDownloadsOf(uid)
}

/** Deletes all of a person, what was not sent included: nobody can see or send it any more. */
export async function deleteAll(uid: string): Promise<void> {
  removePeople([uid])
  await deleteExceptUnsent(uid)
  await removePersonal('outbox items', await readPersonal('outbox items', uid))
  await deleteDownloadsOf(uid)
  // Only authors have drafts. Phones of learners do not keep this code, so without a network the import fails there.
  const drafts = await import('../editor/draft/on-device/remove-drafts.ts').catch(() => undefined)
  await drafts?.removeDrafts(uid)
}
