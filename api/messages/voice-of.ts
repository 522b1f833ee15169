import { ApiError } from '../../contract/calls/api-error.ts'
import type { Db } from '../database/tables.ts'
import { heardRecording } from '../media/heard-recording.ts'

/** The recording of a message that this person may hear; for anybody else it is not there. */
export async function voiceOf(db: Db, listenerUid: string, messageId: string) {
  const message = await db.selectFrom('messages').select('voice').where('id', '=', messageId).executeTakeFirst()
  if (!message?.voice) throw new ApiError('not-found')
  return heardRecording(db, listenerUid, message.voice)
}
