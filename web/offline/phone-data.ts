import type { DBSchema } from 'idb'
import type { Films, LessonContent } from '../../contract/lesson-media.ts'
import { phoneDatabase } from '../outbox/phone-database.ts'

/** The data of a screen, saved for a visit without a network. */
export type SavedQuery = { key: string; uid: string; kind: string; data: unknown; savedAt: number }

/** A lesson that a person keeps on this phone, or wants to keep. */
export type Download = {
  uid: string
  lessonId: string
  courseId: string
  title: string
  films: Films
  /**
   * Waiting: it is downloaded in its turn. Full: there was no room for it. A ready lesson waits again when the server
   * has a newer text.
   */
  state: 'waiting' | 'paused' | 'full' | 'ready'
  /** Set once the lesson can be opened without a network. */
  readyAt?: number
  /** Names of its files in the media cache. A file stays in the cache as long as any row has its name. */
  media: string[]
  /** The version that is being downloaded. Its text becomes the saved one when all of its media are here. */
  next?: {
    content: LessonContent
    media: string[]
    films: Films
    /** The server has a newer text, so this plan is replaced before anything else is downloaded. */
    isOld?: true
  }
  /** The version of the text (`CourseLesson.version`). */
  version?: string
  /**
   * The size of its download in bytes, from the list of courses. If it is not in the list, or the lesson came as a
   * file, the bytes are counted.
   */
  bytes: number
  /** Sorts the queue. */
  addedAt: number
  /** When the person removed it. For a while that can be undone. */
  removedAt?: number
  /** The manifest that the server signed for this version. With it the lesson goes to another phone. */
  signed?: { manifest: string; version?: string }
  /** It came from another phone, and the server has not said yet that this person may see it. */
  isGiven?: true
}

interface Schema extends DBSchema {
  queries: { key: string; value: SavedQuery; indexes: { uid: string } }
  downloads: { key: [uid: string, lessonId: string]; value: Download; indexes: { uid: string } }
}

/** One transaction in the database of saved replies and downloads. */
export const inPhoneData = phoneDatabase<Schema>('step-by-step-data', 2, (db, from) => {
  if (from < 1) db.createObjectStore('queries', { keyPath: 'key' }).createIndex('uid', 'uid')
  if (from < 2) db.createObjectStore('downloads', { keyPath: ['uid', 'lessonId'] }).createIndex('uid', 'uid')
})

export function queryRow(queryKey: readonly unknown[], data: unknown): SavedQuery {
  const [kind, uid] = queryKey as [string, string]
  return { key: JSON.stringify(queryKey), uid, kind, data, savedAt: Date.now() }
}

/** Ids of the lessons whose texts are saved on this phone for this person. */
export async function savedLessons(uid: string): Promise<string[]> {
  const keys = await inPhoneData('readonly', ['queries'], transaction =>
    transaction.objectStore('queries').index('uid').getAllKeys(uid),
  )
  return keys.flatMap(key => {
    const [kind, , lessonId = ''] = JSON.parse(key) as string[]
    return kind === 'lesson' ? [lessonId] : []
  })
}
