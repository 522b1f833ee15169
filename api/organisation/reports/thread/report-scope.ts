import { hash } from 'node:crypto'
import type { Reach } from '../../../../contract/team-roles.ts'
import type { Db } from '../../../database/tables.ts'
import { isLearnerInReach } from '../../../team/reach.ts'
import { reportSettings } from '../days/report-settings.ts'

/**
 * The reach of a report, a digest of the people in it, and the settings. All of them are in the key of a stored report.
 */
export type ReportScope = { reach: Reach; people: string; settings?: string }

/** The scope of counts that no setting changes. */
export const WHOLE: ReportScope = { reach: 'everybody', people: '' }

/**
 * The scope changes as soon as a learner comes into reach or leaves it, or a setting changes. No stored report fits
 * then.
 */
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
