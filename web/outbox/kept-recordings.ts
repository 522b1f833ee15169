import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { currentSession } from '../session.ts'
import { RECORDINGS } from './drafts.ts'

/** Whose voice, and where in the app: any text that is the same when the person comes back. */
export type RecordingPlace = { uid: string; place: string }

/** What was recorded there and not given yet, like a draft. */
export type KeptRecording = {
  mp3: Blob
  seconds: number
  /** When it began: epoch ms by the server's clock. */
  recordedAt: number
}

/** Some of a recording, kept as soon as it is there: a call or a crash takes no more than the last second. */
export type RecordedPiece = { mp3: Uint8Array<ArrayBuffer>; seconds: number; recordedAt: number }

type Row = RecordedPiece & RecordingPlace & { order?: number }

interface Schema extends DBSchema {
  pieces: { key: number; value: Row; indexes: { at: [string, string]; uid: string } }
}

/** However much of it was kept, to its end or not. */
export async function readRecording({ uid, place }: RecordingPlace): Promise<KeptRecording | undefined> {
  const rows = await (await database()).getAllFromIndex('pieces', 'at', [uid, place])
  // Two tabs may have recorded at once: the one that began last goes on here.
  const recordedAt = Math.max(...rows.map(row => row.recordedAt))
  return asRecording(rows.filter(row => row.recordedAt === recordedAt))
}

/** The pieces of one recording as one file, in their order. */
export function asRecording(pieces: RecordedPiece[]): KeptRecording | undefined {
  const [first] = pieces
  if (!first) return undefined
  const mp3 = new Blob(
    pieces.map(piece => piece.mp3),
    { type: 'audio/mpeg' },
  )
  const seconds = pieces.reduce((sum, piece) => sum + piece.seconds, 0)
  return { mp3, seconds, recordedAt: first.recordedAt }
}

/** The first piece of a recording takes the place of what was there. Rejected where there is no room. */
export async function keepPiece(place: RecordingPlace, piece: RecordedPiece, isFirst: boolean): Promise<void> {
  const db = await database()
  // The last piece of somebody who has just signed out comes too late.
  if (currentSession()?.uid !== place.uid) return
  const transaction = db.transaction('pieces', 'readwrite')
  if (isFirst) {
    const before = await transaction.store.index('at').getAllKeys([place.uid, place.place])
    await Promise.all(before.map(key => transaction.store.delete(key)))
  }
  await Promise.all([transaction.store.add({ ...place, ...piece }), transaction.done])
}

/** A whole one, as it was read: what was dropped may come back. */
export async function keepRecording(place: RecordingPlace, { mp3, ...rest }: KeptRecording): Promise<void> {
  await keepPiece(place, { mp3: new Uint8Array(await mp3.arrayBuffer()), ...rest }, true)
}

export async function dropRecording({ uid, place }: RecordingPlace): Promise<void> {
  const transaction = (await database()).transaction('pieces', 'readwrite')
  const keys = await transaction.store.index('at').getAllKeys([uid, place])
  await Promise.all([...keys.map(key => transaction.store.delete(key)), transaction.done])
}

/** What was recorded under another uid goes on under this one, where nothing was recorded yet. */
export async function adoptRecordings(uid: string, formerUids: readonly string[]): Promise<void> {
  const transaction = (await database()).transaction('pieces', 'readwrite')
  const { store } = transaction
  for (const formerUid of formerUids) {
    const rows = await store.index('uid').getAll(formerUid)
    const places = [...new Set(rows.map(({ place }) => place))]
    const taken = await Promise.all(places.map(place => store.index('at').count([uid, place])))
    const isFree = (place: string) => taken[places.indexOf(place)] === 0
    await Promise.all(
      rows.map(row => (isFree(row.place) ? store.put({ ...row, uid }) : store.delete(row.order as number))),
    )
  }
  await transaction.done
}

let opened: Promise<IDBPDatabase<Schema>> | undefined

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(RECORDINGS, 1, {
    upgrade(db) {
      const pieces = db.createObjectStore('pieces', { keyPath: 'order', autoIncrement: true })
      pieces.createIndex('at', ['uid', 'place'])
      pieces.createIndex('uid', 'uid')
    },
    // Somebody signs out: all of it is to go.
    async blocking(_now, _next, event) {
      opened = undefined
      ;(event.target as IDBDatabase).close()
    },
    terminated() {
      opened = undefined
    },
  }).catch(error => {
    opened = undefined
    throw error
  })
  return opened
}
