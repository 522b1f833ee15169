import { hash } from 'node:crypto'
import type { Reach } from '../../../../contract/team-roles.ts'
import type { Db } from '../../../database/tables.ts'
import { isLearnerInReach } from '../../../team/reach.ts'
import { reportSettings } from '../days/report-settings.ts'

/** Whose people a report counts, a digest of them, and the settings: the key under which it is kept has them all. */
export type ReportScope = { reach: Reach; people: string; settings?: string }

/** For counts that no setting changes. */
export const WHOLE: ReportScope = { reach: 'everybody', people: '' }

/** As soon as a learner comes into reach or leaves it, or a setting changes, no kept report fits. */
export async function scopeOf(db: Db, reach: Reach): Promise<ReportScope> {
  const settings = JSON.stringify(await reportSettings(db))
  if (reach === 'everybody') return { ...WHOLE, settings }
  const learners = await db
    .selectFrom('users')
    .select(['uid', 'responder_id'])
    .where(isLearnerInReach(reach))
    .orderBy('uid')
    .execute()
  return { reach, people: hash('sha256', JSON.stringify(learners), 'base64url'), settings }
}
