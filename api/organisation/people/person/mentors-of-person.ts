import type { PersonDetails } from '../../../../contract/organisation/people.ts'
import type { Reach } from '../../../../contract/team-roles.ts'
import type { Db } from '../../../database/tables.ts'
import { isMentorInReach } from '../../../team/reach.ts'

/** The most answers, and the most acts of the team, that are shown. */
export const MAX_EVENTS = 200

/**
 * The newest answers, and one more than are shown, which tells whether there are earlier ones. A mentor out of reach is
 * not named.
 */
export async function answersTo(db: Db, reach: Reach, uid: string): Promise<PersonDetails['answers']> {
  const rows = await db
    .selectFrom('waits')
    .leftJoin('responders', 'responders.id', 'waits.ended_by')
    .select(['began_at', 'ended_at', 'ended_by', 'responders.name'])
    .where('learner_uid', '=', uid)
    .where('how', '=', 'answered')
    .orderBy('ended_at', 'desc')
    .limit(MAX_EVENTS + 1)
    .execute()
  return rows.map(({ began_at, ended_at, ended_by, name }) => ({
    at: ended_at ?? began_at,
    waitedMs: (ended_at ?? began_at) - began_at,
    ...(isMentorInReach(reach, ended_by)
      ? { mentorId: ended_by, mentorName: name }
      : { mentorId: null, mentorName: null }),
  }))
}

export async function handOversOf(db: Db, reach: Reach, uid: string): Promise<PersonDetails['handOvers']> {
  const rows = await db
    .selectFrom('hand_overs')
    .innerJoin('responders as next', 'next.id', 'hand_overs.responder_id')
    .leftJoin('responders as former', join =>
      join.on(({ eb, fn, ref }) =>
        eb('former.id', '=', fn.coalesce(ref('hand_overs.former_responder_id'), ref('hand_overs.from_responder_id'))),
      ),
    )
    .select(['handed_at', 'next.name as to_name', 'former.name as from_name'])
    .select(['next.id as to_id', 'former.id as from_id'])
    .where('learner_uid', '=', uid)
    .orderBy('handed_at', 'desc')
    .execute()
  const named = (id: number | null, name: string | null) =>
    isMentorInReach(reach, id) ? { id, name } : { id: null, name: null }
  return rows.map(({ handed_at, to_id, to_name, from_id, from_name }) => ({
    at: handed_at,
    to: named(to_id, to_name),
    from: from_id === null ? null : named(from_id, from_name),
  }))
}
