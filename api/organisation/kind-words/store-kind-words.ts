import type { Transaction } from 'kysely'
import type { Reach } from '../../../contract/team-roles.ts'
import { DAY } from '../../../contract/time.ts'
import type { ActResult } from '../../audit-log/audit-log.ts'
import type { Tables } from '../../database/tables.ts'
import { isLearnerInReach } from '../../team/reach.ts'
import { earlierKindWords, type ReadyWord } from '../reports/kind-words.ts'
import { isPresentLearner } from '../reports/learners.ts'
import { deleteUnsent } from './kind-texts.ts'

/** If two coordinators hand out at the same moment, the second one finds the kind words of the first. */
export const KIND_WORDS_LOCK = 'kind-words'

const AT_ONCE = 500

type Handed = { count: number; mentorIds: number[] }

/**
 * Stores the drafts, except for people who came back, changed mentor or got one since the list was made. Needs
 * `KIND_WORDS_LOCK`.
 */
export async function storeKindWords(
  trx: Transaction<Tables>,
  ready: readonly ReadyWord[],
  { reach, silentDays }: { reach: Reach; silentDays: number },
  now: number,
): Promise<ActResult<Handed>> {
  const { recent, refused } = await earlierKindWords(trx, now)
  const left = ready.filter(({ uid }) => !recent.has(uid) && !refused.has(uid))
  const handed: ReadyWord[] = []
  for (let begin = 0; begin < left.length; begin += AT_ONCE) {
    const some = left.slice(begin, begin + AT_ONCE)
    const rows = await trx
      .selectFrom('users')
      .select(['uid', 'responder_id'])
      .where(
        'uid',
        'in',
        some.map(({ uid }) => uid),
      )
      .where('active_at', '<', now - silentDays * DAY)
      .where(isLearnerInReach(reach))
      .where(isPresentLearner())
      .execute()
    const mentorOf = new Map(rows.map(row => [row.uid, row.responder_id]))
    handed.push(...some.filter(({ uid, mentorId }) => mentorOf.get(uid) === mentorId))
  }
  const values = handed.map(({ uid, text }) => ({
    learner_uid: uid,
    made_at: now,
    text,
    declined: null,
    declined_at: null,
  }))
  for (let begin = 0; begin < values.length; begin += AT_ONCE) {
    const some = values.slice(begin, begin + AT_ONCE)
    await deleteUnsent(
      trx,
      some.map(({ learner_uid }) => learner_uid),
    )
    await trx.insertInto('kind_words').values(some).execute()
  }
  const count = handed.length
  const lines = count > 0 ? [{ action: 'kind-words-handed' as const, details: { count } }] : []
  return { result: { count, mentorIds: [...new Set(handed.map(({ mentorId }) => mentorId))] }, lines }
}
