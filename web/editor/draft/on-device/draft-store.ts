import type { DBSchema } from 'idb'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import type { UploadedFile } from '../../../../contract/organisation/media/author-files.ts'
import { phoneDatabase } from '../../../outbox/phone-database.ts'
import type { Unexpected } from '../unexpected.ts'
import type { LocalDraft } from '../writing.ts'
import { noteEditsWait } from './edits-wait.ts'

/** The author's own part of the writing. */
export type OwnEdits = Pick<LocalDraft, 'pending' | 'undo' | 'redo' | 'removed'>

/** A picture, icon, sound, film or captions that the author brought on this device. */
export type AuthorFile = {
  /** SHA-256 of the file as this device made it. It names the file until the server has it. */
  digest: string
  kind: 'picture' | 'icon' | 'sound' | 'film' | 'captions'
  /** Undefined once the server has it. */
  blob?: Blob | undefined
  /** Size of the original file, and of the one that this device made. */
  bytesBefore: number
  bytes: number
  /** The file as the server stored it. */
  stored?: UploadedFile
}

/** `unexpected`: news that the author has not read yet. It has the only copy of a text that was refused. */
type StoredOwn = OwnEdits & { unexpected?: readonly Unexpected[] }

type StoredFile = AuthorFile & {
  uid: string
  courseId: string
  /** Used instead of `blob` where the browser cannot store blobs: in a private window of Safari. */
  content?: { bytes: ArrayBuffer; type: string }
}

interface Schema extends DBSchema {
  /** The server's drafts. They are large and change seldom, so they are stored apart from the edits. */
  bases: { key: [uid: string, courseId: string]; value: { uid: string; courseId: string; base: Draft } }
  edits: { key: [uid: string, courseId: string]; value: StoredOwn & { uid: string; courseId: string } }
  /** Pictures and sounds that the author brought. */
  files: { key: [uid: string, courseId: string, digest: string]; value: StoredFile }
}

const inDrafts = phoneDatabase<Schema>('step-by-step-course-drafts', 2, (db, from) => {
  if (from < 1) {
    db.createObjectStore('bases', { keyPath: ['uid', 'courseId'] })
    db.createObjectStore('edits', { keyPath: ['uid', 'courseId'] })
  }
  db.createObjectStore('files', { keyPath: ['uid', 'courseId', 'digest'] })
})

export type StoredWriting = Required<StoredOwn> & { base: Draft }

/** The writing of this author as this device has it. It needs no network, and survives a tab that was killed. */
export async function storedWriting(uid: string, courseId: string): Promise<StoredWriting | undefined> {
  const [base, own] = await inDrafts('readonly', ['bases', 'edits'], transaction =>
    Promise.all([
      transaction.objectStore('bases').get([uid, courseId]),
      transaction.objectStore('edits').get([uid, courseId]),
    ]),
  )
  if (!base) return undefined
  const { pending = [], undo = [], redo = [], removed = {}, unexpected = [] } = own ?? {}
  return { base: base.base, pending, undo, redo, removed, unexpected }
}

/** `base` is left out if it is stored already. */
export async function storeWriting(
  uid: string,
  courseId: string,
  { own, mine, base }: { own: Required<StoredOwn>; mine: ReadonlySet<string>; base: Draft | undefined },
): Promise<void> {
  if (own.pending.length > 0) noteEditsWait(true)
  await inDrafts('readwrite', ['bases', 'edits'], async transaction => {
    const edits = transaction.objectStore('edits')
    const all = besideOtherTabs(own, mine, await edits.get([uid, courseId]))
    await Promise.all([
      edits.put({ uid, courseId, ...all }),
      base && transaction.objectStore('bases').put({ uid, courseId, base }),
    ])
  })
}

/**
 * Joins the writing of this tab with the edits of other tabs in the row. `mine` has the ids of all edits that this tab
 * has had. Edits with other ids belong to other tabs and stay, together with the values that they removed.
 */
export function besideOtherTabs(
  { pending, undo, redo, removed, unexpected }: Required<StoredOwn>,
  mine: ReadonlySet<string>,
  before: StoredOwn | undefined,
): Required<StoredOwn> {
  const ofOthers = <T extends { id: string }>(all: readonly T[] = []) => all.filter(({ id }) => !mine.has(id))
  const waiting = ofOthers(before?.pending)
  const ids = new Set(waiting.map(({ id }) => id))
  const removedByOthers = Object.entries(before?.removed ?? {}).filter(([id]) => ids.has(id))
  return {
    pending: [...waiting, ...pending],
    undo,
    redo,
    removed: { ...Object.fromEntries(removedByOthers), ...removed },
    unexpected: [...ofOthers(before?.unexpected), ...unexpected],
  }
}

/** The courses in whose drafts this author has stored edits that wait to be sent. */
export async function coursesWithEdits(uid: string): Promise<string[]> {
  const rows = await inDrafts('readonly', ['edits'], transaction => transaction.objectStore('edits').getAll())
  const waiting = rows.filter(({ pending }) => pending.length > 0)
  noteEditsWait(waiting.length > 0)
  return waiting.flatMap(row => (row.uid === uid ? row.courseId : []))
}

/** Deletes other authors' drafts on this device, except those with edits that wait or with outcomes not read yet. */
export async function removeSentOfOthers(uid: string): Promise<void> {
  await inDrafts('readwrite', ['bases', 'edits', 'files'], async transaction => {
    const [bases, edits] = [transaction.objectStore('bases'), transaction.objectStore('edits')]
    const files = transaction.objectStore('files')
    const waiting = (await edits.getAll()).filter(
      ({ pending, unexpected = [] }) => pending.length > 0 || unexpected.length > 0,
    )
    const stays = ([owner, courseId]: [uid: string, courseId: string]) =>
      owner === uid || waiting.some(row => row.uid === owner && row.courseId === courseId)
    for (const store of [bases, edits]) {
      const sent = (await store.getAllKeys()).filter(key => !stays(key))
      await Promise.all(sent.map(key => store.delete(key)))
    }
    const brought = (await files.getAllKeys()).filter(([owner, courseId]) => !stays([owner, courseId]))
    await Promise.all(brought.map(key => files.delete(key)))
  })
}

/** Deletes all that is stored of this author, or of one of their drafts, even edits that wait to be sent. */
export async function removeRows(uid: string, courseId?: string): Promise<void> {
  const all = IDBKeyRange.bound([uid, courseId ?? ''], [uid, courseId ?? [], []])
  await inDrafts('readwrite', ['bases', 'edits', 'files'], transaction =>
    Promise.all((['bases', 'edits', 'files'] as const).map(store => transaction.objectStore(store).delete(all))),
  )
}

/** The files that this author added to a course on this device. */
export async function storedAuthorFiles(uid: string, courseId: string): Promise<AuthorFile[]> {
  const all = IDBKeyRange.bound([uid, courseId], [uid, courseId, []])
  const rows = await inDrafts('readonly', ['files'], transaction => transaction.objectStore('files').getAll(all))
  return rows.map(({ content, ...file }) =>
    content ? { ...file, blob: new Blob([content.bytes], { type: content.type }) } : file,
  )
}

export async function storeFile(uid: string, courseId: string, { blob, ...file }: AuthorFile): Promise<void> {
  const put = (held: Pick<StoredFile, 'blob' | 'content'>) =>
    inDrafts('readwrite', ['files'], transaction =>
      transaction.objectStore('files').put({ ...file, ...held, uid, courseId }),
    )
  try {
    // A stored blob is read only when it is shown or sent, so a draft with large sounds opens fast.
    await put({ blob })
  } catch (error) {
    if (!blob || (error as Error).name === 'QuotaExceededError') throw error
    await put({ content: { bytes: await blob.arrayBuffer(), type: blob.type } })
  }
}
