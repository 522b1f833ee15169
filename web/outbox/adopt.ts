import type { PageLogLetter } from './carriers.ts'
import { adoptDrafts } from './drafts.ts'
import { announce } from './outbox.ts'
import { type Letter, readdress } from './store.ts'

/**
 * What was written under uids that this person's account took in is theirs: from now on it waits, and is sent, under
 * their own.
 */
export async function adopt(uid: string, formerUids: readonly string[]): Promise<void> {
  if (formerUids.length === 0) return
  adoptDrafts(uid, formerUids)
  const adopted = await readdress(formerUids, letter => ({ ...letter, uid, content: contentFor(uid, letter) }))
  if (adopted > 0) await announce()
  // Few people have joined accounts: only they fetch it.
  const { adoptRecordings } = await import('./kept-recordings.ts')
  await adoptRecordings(uid, formerUids)
}

function contentFor(uid: string, { kind, content }: Letter): unknown {
  if (kind !== 'page-log') return content
  const { lessonId, entry } = content as PageLogLetter
  return { lessonId, entry: { ...entry, userId: uid } }
}
