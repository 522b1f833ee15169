import type { Message } from '../../../contract/messages.ts'
import { prepareJoined } from '../../database/groups/joined-queries.ts'
import type { Db } from '../../database/tables.ts'
import { participantOf } from '../conversation/participant.ts'

/** Uids of the people who should read the message: the learner, or the mentor and their cover. Empty if it was seen. */
export async function readersOf(db: Db, message: Message): Promise<string[]> {
  const isFromMentor = message.fromName !== undefined
  const learnerUid = isFromMentor ? message.to : message.from
  if (await wasSeen(db, learnerUid, isFromMentor, message)) return []
  if (isFromMentor) return [learnerUid]
  const participant = await participantOf(db, learnerUid)
  if (participant.kind === 'mentor' || !participant.mentor) return []
  const { id, isAway, cover } = participant.mentor
  const ids = isAway && cover ? [id, cover.id] : [id]
  const rows = await Promise.all(ids.map(id => usersOfMentor(db, { id })))
  return rows.flat().map(({ uid }) => uid)
}

const usersOfMentor = prepareJoined({ id: 'integer' }, (db, given) =>
  db
    .selectFrom('responders')
    .innerJoin('users', 'users.phone_number', 'responders.phone_number')
    .innerJoin(given, 'given.id', 'responders.id')
    .select(['given.n', 'users.uid'])
    .where('responders.is_active', '=', 1),
)

/** The sender's display name. */
export async function senderName(db: Db, { from, fromName }: Message): Promise<string | undefined> {
  if (fromName !== undefined) return fromName
  const row = await db.selectFrom('users').select('display_name').where('uid', '=', from).executeTakeFirst()
  return row?.display_name ?? undefined
}

/** A message of a deleted conversation counts as seen. */
async function wasSeen(db: Db, learnerUid: string, isFromMentor: boolean, { sentAt }: Message): Promise<boolean> {
  const [row] = await seenIn(db, { learnerUid })
  if (!row) return true
  return Date.parse(sentAt) <= (isFromMentor ? row.learner_seen_at : row.responder_seen_at)
}

const seenIn = prepareJoined({ learnerUid: 'text' }, (db, given) =>
  db
    .selectFrom('conversations')
    .innerJoin(given, 'given.learnerUid', 'conversations.learner_uid')
    .select(['given.n', 'learner_seen_at', 'responder_seen_at']),
)
