import type { DBSchema, IDBPObjectStore } from 'idb'
import { currentSession } from '../../session.ts'
import { phoneDatabase } from '../phone-database.ts'
import type { DraftPlace } from './draft-place.ts'
import { RECORDINGS } from './drafts.ts'

/** A recording that was not submitted yet. */
export type RecordingDraft = {
  mp3: Blob
  seconds: number
  /** Epoch ms by the server's clock. */
  recordedAt: number
}

/** A part of a recording, stored at once: a call or a crash loses no more than the last second. */
export type RecordedPiece = { mp3: Uint8Array<ArrayBuffer>; seconds: number; recordedAt: number }

type Row = RecordedPiece & { uid: string; place: string; order?: number }

interface Schema extends DBSchema {
  pieces: { key: number; value: Row; indexes: { at: [string, string]; uid: string } }
}

type Pieces = IDBPObjectStore<Schema, 'pieces'[], 'pieces', 'readwrite'>

/** Exported for web/shared-phone/personal-rows.ts, too. */
export const inRecordings = phoneDatabase<Schema>(RECORDINGS, 1, db => {
  const pieces = db.createObjectStore('pieces', { keyPath: 'order', autoIncrement: true })
  pieces.createIndex('at', ['uid', 'place'])
  pieces.createIndex('uid', 'uid')
})

/** The recording at a place, complete or interrupted; undefined if there is none. */
export async function readRecording(place: DraftPlace): Promise<RecordingDraft | undefined> {
  const rows = await inRecordings('readonly', ['pieces'], transaction =>
    transaction.objectStore('pieces').index('at').getAll(keyAt(place)),
  )
  // Two tabs may have recorded at once, or two accounts that were merged. The later one is shown first, and the other
  // one when this was sent or deleted.
  const recordedAt = Math.max(...rows.map(row => row.recordedAt))
  return asRecording(rows.filter(row => row.recordedAt === recordedAt))
}

/** Joins the parts of one recording. */
export function asRecording(pieces: RecordedPiece[]): RecordingDraft | undefined {
  const [first] = pieces
  if (!first) return undefined
  const mp3 = new Blob(
    pieces.map(piece => piece.mp3),
    { type: 'audio/mpeg' },
  )
  const seconds = pieces.reduce((sum, piece) => sum + piece.seconds, 0)
  return { mp3, seconds, recordedAt: first.recordedAt }
}

/** The first part replaces the same recording, if it is stored. Rejects if there is no room. */
export async function savePiece(place: DraftPlace, piece: RecordedPiece, isFirst: boolean): Promise<void> {
  await inRecordings('readwrite', ['pieces'], async transaction => {
    // The last part of a recording may come after the person has signed out.
    if (currentSession()?.uid !== place.uid) return
    const pieces = transaction.objectStore('pieces')
    if (isFirst) await dropAt(pieces, place, piece)
    const [uid, at] = keyAt(place)
    await pieces.add({ uid, place: at, ...piece })
  })
}

/** Stores a whole recording, for example to restore a dismissed one. */
export async function saveRecordingDraft(place: DraftPlace, { mp3, ...rest }: RecordingDraft): Promise<void> {
  await savePiece(place, { mp3: new Uint8Array(await mp3.arrayBuffer()), ...rest }, true)
}

/** Deletes the recording of this place. With `recorded`, deletes only that one: a newer one may be there by now. */
export async function dropRecording(place: DraftPlace, recorded?: Pick<RecordingDraft, 'recordedAt'>): Promise<void> {
  await inRecordings('readwrite', ['pieces'], transaction => dropAt(transaction.objectStore('pieces'), place, recorded))
}

async function dropAt(pieces: Pieces, place: DraftPlace, recorded?: Pick<RecordingDraft, 'recordedAt'>): Promise<void> {
  const rows = await pieces.index('at').getAll(keyAt(place))
  const dropped = rows.filter(({ recordedAt }) => !recorded || recordedAt === recorded.recordedAt)
  await Promise.all(dropped.map(({ order }) => pieces.delete(order as number)))
}

/** The key of the index `at`. */
export function keyAt({ uid, path }: DraftPlace): [uid: string, place: string] {
  return [uid, JSON.stringify(path)]
}

/** Moves the recordings of former uids to this uid, also where it already has one. */
export async function migrateRecordings(uid: string, formerUids: readonly string[]): Promise<void> {
  await inRecordings('readwrite', ['pieces'], async transaction => {
    const store = transaction.objectStore('pieces')
    for (const formerUid of formerUids) {
      const rows = await store.index('uid').getAll(formerUid)
      await Promise.all(rows.map(row => store.put({ ...row, uid })))
    }
  })
}
