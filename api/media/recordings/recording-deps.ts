import type { Db } from '../../database/tables.ts'
import type { Auth } from '../../http/serve.ts'
import type { DiskSpace } from '../storage/disk-space.ts'
import type { Storage } from '../storage/storage.ts'

type Lesson = { pageIds: readonly string[] }
type AnsweredPage = { place: { pageNumber: number } | undefined }

export type RecordingDeps = Auth & {
  db: Db
  now: () => number
  limitFactor: number
  config: { dataDir: string; storage: string }
  recordings: Storage
  diskSpaceOf: (folder: string) => Promise<DiskSpace>
  /** Signs the URLs that players use. */
  urlKey: Buffer
  /** Whether voice messages are on. */
  hasVoiceNotes: boolean
  /** The lesson as this person may see it. Throws `not-found` otherwise. */
  lessonFor: (uid: string, lessonId: string) => Promise<Lesson>
  /** The page of an answer, even if it is no longer in its lesson. Throws `not-found` if this person may not see it. */
  answeredPageFor: (uid: string, lessonId: string, pageId: string) => Promise<AnsweredPage>
}
