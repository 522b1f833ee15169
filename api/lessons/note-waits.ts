import type { Transaction } from 'kysely'
import { recordingIn } from '../../contract/media.ts'
import { answerIn } from '../../contract/progress.ts'
import type { Tables } from '../database/tables.ts'
import { beginWait, endWait, openWaitsOf } from '../waits/waits.ts'
import type { OwnLog } from './page-log.ts'
import type { SavedAnswer } from './save-answers.ts'
import { isToReview } from './to-review.ts'

/**
 * A learner waits for a review of an answer in own words, unless the stored answer is reviewed already. Returns the uids
 * of those whose waits changed.
 */
export async function noteWaits(
  trx: Transaction<Tables>,
  logs: readonly OwnLog[],
  saved: ReadonlyMap<string, SavedAnswer>,
): Promise<ReadonlySet<string>> {
  const answered = logs.filter(({ uid, entry }) => answerIn(entry.answer) !== undefined && saved.get(uid)?.answer)
  const changed = new Set<string>()
  if (answered.length === 0) return changed
  const open = await openWaitsOf(trx, answered.map(answerOf))
  for (const log of answered)
    if (await noteWait(trx, log, { stored: saved.get(log.uid) as SavedAnswer, open: open.get(log.uid) }))
      changed.add(log.uid)
  return changed
}

/** Returns whether it changed something. */
async function noteWait(
  trx: Transaction<Tables>,
  log: OwnLog,
  { stored, open }: { stored: SavedAnswer; open: { isVoice: boolean } | undefined },
): Promise<boolean> {
  const waitFor = { kind: 'answer', ...answerOf(log) } as const
  if (!log.isOwnWords) {
    if (open) await endWait(trx, waitFor, { how: 'withdrawn', by: null, at: log.now })
    return open !== undefined
  }
  if (!isToReview(stored)) return false
  const isVoice = recordingIn(JSON.parse(stored.answer ?? '""')) !== undefined
  if (open?.isVoice === isVoice) return false
  await beginWait(trx, waitFor, { isVoice, at: log.now })
  return true
}

function answerOf({ uid, lessonId, entry }: OwnLog) {
  return { learnerUid: uid, lessonId, pageId: entry.pageId }
}
