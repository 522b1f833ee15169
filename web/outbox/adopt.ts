import { adoptDrafts } from './adopt-drafts.ts'
import { adoptRecordings } from './kept-recordings.ts'
import { announce } from './outbox.ts'
import type { PageLogLetter } from './page-letter.ts'
import { type Letter, readdress } from './store.ts'

/**
 * What was written under uids that this person's account took in is theirs: from now on it waits, and is sent, under
 * their own.
 */
export async function adopt(uid: string, formerUids: readonly string[]): Promise<void> {
  adoptDrafts(uid, formerUids)
  const adopted = await readdress(formerUids, letter => ({ ...letter, uid, content: contentFor(uid, letter) }))
  if (adopted > 0) await announce()
  await adoptRecordings(uid, formerUids)
}

function contentFor(uid: string, { kind, content }: Letter): unknown {
  if (kind !== 'page-log') return content
  const page = content as PageLogLetter
  return { ...page, entry: { ...page.entry, userId: uid } }
}
