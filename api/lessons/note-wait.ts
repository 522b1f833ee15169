import type { Transaction } from 'kysely'
import { recordingIn } from '../../contract/media.ts'
import { nonEmptyAnswer } from '../../contract/progress.ts'
import type { Tables } from '../database/tables.ts'
import { beginWait, endWait } from '../waits/waits.ts'
import type { OwnLog } from './page-log.ts'
import type { SavedAnswer } from './save-answers.ts'
import { isToReview } from './to-review.ts'

/**
 * A learner waits for a review of an answer in own words, unless the stored answer is reviewed already. Returns whether
 * the waits of the learner changed. `open`: the wait for a review of this page before this log.
 */
export async function noteWait(
  trx: Transaction<Tables>,
  log: OwnLog,
  { stored, open }: { stored: SavedAnswer | undefined; open: { isVoice: boolean } | undefined },
): Promise<boolean> {
  if (!stored?.answer || nonEmptyAnswer(log.entry.answer) === undefined) return false
  const waitFor = { kind: 'answer', ...answerOf(log) } as const
  if (!log.isOwnWords) {
    if (open) await endWait(trx, waitFor, { how: 'withdrawn', by: null, at: log.now })
    return open !== undefined
  }
  if (!isToReview(stored)) return false
  const isVoice = recordingIn(JSON.parse(stored.answer)) !== undefined
  if (open?.isVoice === isVoice) return false
  await beginWait(trx, waitFor, { isVoice, at: log.now })
  return true
}

function answerOf({ uid, lessonId, entry }: OwnLog) {
  return { learnerUid: uid, lessonId, pageId: entry.pageId }
}
