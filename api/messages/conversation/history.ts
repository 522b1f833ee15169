import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Reply } from '../../../contract/calls/endpoint.ts'
import type { HandOver, listMessages, Message } from '../../../contract/messages.ts'
import type { Db } from '../../database/tables.ts'
import { heardRecording } from '../../media/recordings/heard-recording.ts'
import { isoOf, messageFrom } from './message-row.ts'
import { aboutLesson, messagesOn, messagesThatFit, ofLearner, selectSizes } from './page-of-messages.ts'
import { learnerOf, participantOf } from './participant.ts'

const PER_ANSWER = 100

type History = Omit<Reply<typeof listMessages>, 'success'>

/** The newest messages of a learner's conversation, or those before a time (epoch ms); oldest first. */
export async function historyOf(db: Db, learnerUid: string, before: number | undefined): Promise<History> {
  const place = ofLearner(learnerUid)
  const all = selectSizes(db, place)
  const sizes = await (before === undefined ? all : all.where('messages.sent_at', '<', before))
    .orderBy('messages.sent_at', 'desc')
    .limit(PER_ANSWER + 1)
    .execute()
  const page = messagesThatFit(sizes, PER_ANSWER)
  return {
    data: (await messagesOn(db, page, [place])).map(messageFrom),
    hasOlder: page.length < sizes.length,
    handOvers: await handOversOf(db, learnerUid),
  }
}

/** The learner whose conversation this person may read: themselves, or one of their learners. */
export async function readableBy(db: Db, uid: string, learnerUid: string | undefined): Promise<string> {
  const participant = await participantOf(db, uid)
  if (participant.kind === 'mentor') {
    if (learnerUid === undefined) throw new ApiError('bad-request', { message: 'with: is missing' })
    return (await learnerOf(db, participant, learnerUid)).uid
  }
  if (learnerUid !== undefined && learnerUid !== uid) throw new ApiError('forbidden')
  return uid
}

/** Messages about the pages of a lesson, oldest first: the newest ones that fit into one reply. */
export async function messagesAbout(db: Db, uid: string, lessonId: string): Promise<Message[]> {
  const place = aboutLesson(uid, lessonId)
  const sizes = await selectSizes(db, place).orderBy('messages.sent_at', 'desc').limit(PER_ANSWER).execute()
  return (await messagesOn(db, messagesThatFit(sizes, PER_ANSWER), [place])).map(messageFrom)
}

/** The recording of a message, if this person may hear it; otherwise not found. */
export async function voiceOf(db: Db, listenerUid: string, messageId: string) {
  const message = await db.selectFrom('messages').select('voice').where('id', '=', messageId).executeTakeFirst()
  if (!message?.voice) throw new ApiError('not-found')
  return heardRecording(db, listenerUid, message.voice)
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
