import type { Db } from '../../database/tables.ts'
import type { Auth } from '../../http/serve.ts'
import type { Storage } from '../storage/storage.ts'

type Lesson = { pageIds: readonly string[] }
type AnsweredPage = { place: { pageNumber: number } | undefined }

/** What the calls of recordings stand on. */
export type RecordingSetting = Auth & {
  db: Db
  now: () => number
  limitFactor: number
  recordings: Storage
  /** Signs the addresses that players use. */
  addressKey: Buffer
  /** Whether messages may be spoken. */
  hasVoiceNotes: boolean
  /** The lesson as this person may see it; refuses one that is not there for them. */
  lessonFor: (uid: string, lessonId: string) => Promise<Lesson>
  /** The page that an answer belongs to, also once it is gone from its lesson; refuses one that is not there for them. */
  answeredPageFor: (uid: string, lessonId: string, pageId: string) => Promise<AnsweredPage>
}
