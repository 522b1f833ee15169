import type { Reply } from '../../contract/endpoint.ts'
import type { HandOver, listMessages, Message } from '../../contract/messages.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Db } from '../database/tables.ts'
import { isoOf, messageFrom, selectMessages } from './message-row.ts'
import { learnerOf, partyOf } from './party.ts'

const PER_ANSWER = 100

type History = Omit<Reply<typeof listMessages>, 'success'>

/** The newest messages of a learner's conversation, or those before a time (epoch ms); oldest first. */
export async function historyOf(db: Db, learnerUid: string, before: number | undefined): Promise<History> {
  const ofLearner = selectMessages(db).where('messages.learner_uid', '=', learnerUid)
  const rows = await (before === undefined ? ofLearner : ofLearner.where('messages.sent_at', '<', before))
    .orderBy('messages.sent_at', 'desc')
    .limit(PER_ANSWER + 1)
    .execute()
  return {
    data: rows.slice(0, PER_ANSWER).reverse().map(messageFrom),
    hasOlder: rows.length > PER_ANSWER,
    handOvers: await handOversOf(db, learnerUid),
  }
}

/** Whose conversation somebody may read: their own, or that of one of their learners. */
export async function readableBy(db: Db, uid: string, learnerUid: string | undefined): Promise<string> {
  const party = await partyOf(db, uid)
  if (party.kind === 'mentor') {
    if (learnerUid === undefined) throw new Refusal('bad-request', { message: 'with: is missing' })
    return (await learnerOf(db, party, learnerUid)).uid
  }
  if (learnerUid !== undefined && learnerUid !== uid) throw new Refusal('forbidden')
  return uid
}

/** What was written about the pages of a lesson, oldest first. */
export async function messagesAbout(db: Db, uid: string, lessonId: string): Promise<Message[]> {
  const rows = await selectMessages(db)
    .where('messages.learner_uid', '=', uid)
    .where('about_lesson_id', '=', lessonId)
    .orderBy('messages.sent_at', 'desc')
    .limit(PER_ANSWER)
    .execute()
  return rows.reverse().map(messageFrom)
}

async function handOversOf(db: Db, learnerUid: string): Promise<HandOver[]> {
  const rows = await db
    .selectFrom('hand_overs')
    .innerJoin('responders', 'responders.id', 'hand_overs.responder_id')
    .select(['handed_at', 'name'])
    .where('learner_uid', '=', learnerUid)
    .orderBy('handed_at')
    .execute()
  return rows.map(({ handed_at, name }) => ({ at: isoOf(handed_at), responderName: name }))
}
