import { sql } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { RECORDING_NAME } from '../../../contract/media.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { VOICE_NOTE } from './voice-notes.ts'

type Recording = Tables['recordings']

/**
 * A recording that this person may play: their own, one of a learner whose mentor or cover they are, or one in their
 * conversation. After a hand-over the former mentor can no longer play it. Everybody else gets the error of a missing
 * recording.
 */
export async function heardRecording(db: Db, listenerUid: string, filename: string): Promise<Recording> {
  if (!RECORDING_NAME.test(filename)) throw new ApiError('not-found')
  const recording = await db
    .selectFrom('recordings')
    .innerJoin('users as listener', join =>
      join.on('listener.uid', '=', listenerUid).on('listener.blocked_at', 'is', null),
    )
    .leftJoin('messages', 'messages.voice', 'recordings.filename')
    .selectAll('recordings')
    .where('recordings.filename', '=', filename)
    .where(({ or, eb, exists, selectFrom }) => {
      // A voice note without a message was not sent: only its speaker can play it.
      const learnerUid = sql<string>`coalesce(messages.learner_uid,
        case when recordings.lesson_id != ${VOICE_NOTE.lessonId} then recordings.uid end)`
      return or([
        eb('recordings.uid', '=', listenerUid),
        eb('messages.learner_uid', '=', listenerUid),
        exists(
          selectFrom('users as learner')
            .innerJoin('responders as own', 'own.id', 'learner.responder_id')
            .innerJoin('responders as self', join =>
              join.onRef('self.phone_number', '=', 'listener.phone_number').on('self.is_active', '=', 1),
            )
            .select('learner.uid')
            .where('learner.uid', '=', learnerUid)
            .where(({ or, and, eb }) =>
              or([
                eb('own.id', '=', eb.ref('self.id')),
                and([eb('own.cover_id', '=', eb.ref('self.id')), eb('own.away_since', 'is not', null)]),
              ]),
            ),
        ),
      ])
    })
    .executeTakeFirst()
  if (!recording) throw new ApiError('not-found')
  return recording
}
