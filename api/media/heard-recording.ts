import { RECORDING_NAME } from '../../contract/media.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Db, Tables } from '../database/tables.ts'

type Recording = Tables['recordings']

/**
 * A recording that this person may hear: their own, or that of a learner whose responder they are. Whoever responds is
 * known by the phone they sign in with; given another responder, the learner is no longer heard by the first. For anybody
 * else it is not there.
 */
export async function heardRecording(db: Db, listenerUid: string, filename: string): Promise<Recording> {
  if (!RECORDING_NAME.test(filename)) throw new Refusal('not-found')
  const recording = await db
    .selectFrom('recordings')
    .innerJoin('users as listener', join =>
      join.on('listener.uid', '=', listenerUid).on('listener.blocked_at', 'is', null),
    )
    .selectAll('recordings')
    .where('recordings.filename', '=', filename)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('recordings.uid', '=', listenerUid),
        exists(
          selectFrom('users as learner')
            .innerJoin('responders', 'responders.id', 'learner.responder_id')
            .select('learner.uid')
            .whereRef('learner.uid', '=', 'recordings.uid')
            .whereRef('responders.phone_number', '=', 'listener.phone_number'),
        ),
      ]),
    )
    .executeTakeFirst()
  if (!recording) throw new Refusal('not-found')
  return recording
}
