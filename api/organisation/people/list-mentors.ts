import { DEFAULT_CAPACITY, type ListedMentor } from '../../../contract/organisation/mentors.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import { byName } from '../../../contract/text/by-name.ts'
import { IS_PRESENT } from '../../account/user-status.ts'
import type { Db } from '../../database/tables.ts'
import { countLearners } from '../../mentors/mentors.ts'
import { isMentorInReach } from '../../team/reach.ts'

/** All mentors in reach, the retired ones last. */
export async function mentorsNow(db: Db, reach: Reach): Promise<ListedMentor[]> {
  const rows = await db
    .selectFrom('responders')
    .leftJoin('users', 'users.phone_number', 'responders.phone_number')
    .selectAll('responders')
    .select('users.uid')
    .orderBy('id')
    .execute()
  const [learners, waiting] = [await countLearners(db), await waitingFor(db)]
  const shown = rows
    .filter(({ id }) => isMentorInReach(reach, id))
    .toSorted((one, other) => other.is_active - one.is_active || byName(one, other))
  const isHidden = ({ id, is_active }: (typeof rows)[number]) => is_active === 1 && !isMentorInReach(reach, id)
  const hidden = new Set<number | null>(rows.filter(isHidden).map(({ id }) => id))
  return shown.map(row => ({
    id: row.id,
    name: row.name,
    phoneNumber: row.phone_number,
    uid: row.uid,
    isActive: row.is_active === 1,
    learners: learners.get(row.id) ?? 0,
    capacity: row.capacity ?? DEFAULT_CAPACITY,
    waiting: waiting.get(row.id) ?? 0,
    awaySince: row.away_since,
    awayUntil: row.away_until ?? null,
    coverId: isMentorInReach(reach, row.cover_id) ? row.cover_id : null,
    isCoveredElsewhere: row.away_since !== null && hidden.has(row.cover_id),
  }))
}

async function waitingFor(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('waits', 'waits.learner_uid', 'users.uid')
    .select(({ fn }) => ['responder_id', fn.count('users.uid').distinct().as('count')])
    .where('waits.ended_at', 'is', null)
    .where('responder_id', 'is not', null)
    .where(IS_PRESENT)
    .groupBy('responder_id')
    .execute()
  return new Map(rows.map(({ responder_id, count }) => [Number(responder_id), Number(count)]))
}
