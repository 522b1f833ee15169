import { hash } from 'node:crypto'
import type { Reach } from '../../../../contract/team-roles.ts'
import type { Db } from '../../../database/tables.ts'
import { isLearnerInReach } from '../../../team/reach.ts'

/** Whose people a report counts, and a digest of them. Both are part of the key under which it is kept. */
export type ReportScope = { reach: Reach; people: string }

export const WHOLE: ReportScope = { reach: 'everybody', people: '' }

/** As soon as a learner comes into reach or leaves it, the digest is another one, and no kept report fits. */
export async function scopeOf(db: Db, reach: Reach): Promise<ReportScope> {
  if (reach === 'everybody') return WHOLE
  const learners = await db
    .selectFrom('users')
    .select(['uid', 'responder_id'])
    .where(isLearnerInReach(reach))
    .orderBy('uid')
    .execute()
  return { reach, people: hash('sha256', JSON.stringify(learners), 'base64url') }
}
