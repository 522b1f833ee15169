import type { PageLog } from '../../contract/lessons.ts'
import type { PageOfType } from './progress.ts'

export type LoggedPage = {
  lessonId: string
  /** The present pages of the lesson, in order. The answered page may be missing. */
  pages: readonly PageOfType[]
  isOwnWords: boolean
  entry: PageLog
  /** The page type that the learner saw; undefined if unknown. */
  pageType: string | undefined
  /** The version of the course that the learner saw; undefined if unknown. */
  courseVersion: number | undefined
  now: number
  idempotencyKey: string | undefined
}

/** The log of a signed-in person. `answeredAt` is never later than `now`. */
export type OwnLog = LoggedPage & { uid: string; answeredAt: number }
