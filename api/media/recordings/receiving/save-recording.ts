import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { type Recorded, recordingName } from '../../../../contract/media.ts'
import { writeForUser } from '../../../account/write-for-user.ts'
import { hasKey, idempotent } from '../../../database/idempotent.ts'
import type { Db, Tables } from '../../../database/tables.ts'
import type { Storage } from '../../storage/storage.ts'
import { throwUnavailable } from '../../storage/unavailable.ts'
import { Mp3Frames } from '../mp3/mp3-frames.ts'
import { claimObject, expectObject, removeOrphan } from '../orphaned-objects.ts'
import { VOICE_NOTE } from '../voice-notes.ts'
import { throwIfDayFull } from './recording-limits.ts'

/** Call `pageOf` again when the whole form has arrived, because the page id may come after the file. */
export type IncomingRecording = Recorded & {
  alias: string
  file: AsyncIterable<Buffer>
  pageOf: () => Promise<{ id: string; number: number }>
}

type Options = { storage: Storage; now: number; limitFactor: number; idempotencyKey: string | undefined }

/**
 * Stores a recording: first the file, complete and flushed, then its row. If it is interrupted, neither stays. Returns
 * the name of the recording.
 */
export async function saveRecording(db: Db, incoming: IncomingRecording, options: Options): Promise<string> {
  const { storage, now, idempotencyKey } = options
  // A replayed request gets its stored reply, even if the day is used up.
  if (!(await hasKey(db, incoming.uid, idempotencyKey))) await throwIfDayFull(db, incoming.uid, options)
  const frames = new Mp3Frames(incoming.file)
  const key = newKey(incoming)
  await expectObject(db, key, now)
  let isClaimed = false
  try {
    await storage.put(key, frames).catch(throwUnavailable)
    const claim = async (trx: Transaction<Tables>) => {
      await claimObject(trx, key)
      isClaimed = true
    }
    return await insertRecording(db, incoming, { ...options, key, frames, claim })
  } finally {
    // A failed removal is tried again every hour.
    if (!isClaimed) await removeOrphan(db, storage, key).catch(() => {})
  }
}

/** A storage key that nobody can guess. Two recordings never share one. */
function newKey(incoming: IncomingRecording): string {
  const stem = recordingName(incoming).replace(/\.mp3$/, '')
  return `${incoming.alias}/user-content/${stem}-${randomBytes(9).toString('hex')}.mp3`
}

type Stored = Options & { key: string; frames: Mp3Frames; claim: (trx: Transaction<Tables>) => Promise<void> }

async function insertRecording(db: Db, incoming: IncomingRecording, stored: Stored): Promise<string> {
  const { uid, lessonId, recordedAt } = incoming
  const { now, idempotencyKey: key, frames } = stored
  const page = await incoming.pageOf()
  return writeForUser(db, uid, async trx => {
    // The time of a voice note is left out. It is when the note arrives, so it differs in a repeated request.
    const named = lessonId === VOICE_NOTE.lessonId ? {} : { recordedAt }
    // The page number is left out, because an import between two tries may change it.
    const request = { call: 'saveAudio', lessonId, pageId: page.id, ...named, sha256: frames.sha256 }
    return idempotent(trx, { uid, key, request, now }, async () => {
      await throwIfDayFull(trx, uid, stored)
      const filename = await freeName(trx, recordingName({ uid, lessonId, pageNumber: page.number, recordedAt }))
      await trx
        .insertInto('recordings')
        .values({
          filename,
          uid,
          lesson_id: lessonId,
          page_id: page.id,
          page_number: page.number,
          storage_key: stored.key,
          bytes: frames.bytes,
          duration_ms: frames.durationMs,
          sha256: frames.sha256,
          created_at: now,
        })
        .execute()
      await stored.claim(trx)
      return filename
    })
  })
}

/** If a page gets two recordings within a minute, the name of the later one ends in -2. */
async function freeName(trx: Transaction<Tables>, wanted: string): Promise<string> {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : wanted.replace('.mp3', `-${count}.mp3`)
    const taken = await trx.selectFrom('recordings').select('uid').where('filename', '=', name).executeTakeFirst()
    if (!taken) return name
  }
}
