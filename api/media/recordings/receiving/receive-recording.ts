import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import { PROGRAM_ALIAS } from '../../../../contract/courses.ts'
import type { Recorded } from '../../../../contract/media.ts'
import { requireUser } from '../../../http/bearer.ts'
import { idempotencyKeyIn } from '../../../http/idempotency-key.ts'
import { allowSlowBody } from '../../../http/slow-clients/slow-bodies.ts'
import { RECORDINGS_STOP_BYTES, requireSpace } from '../../storage/disk-space.ts'
import type { RecordingDeps } from '../recording-deps.ts'
import { VOICE_NOTE } from '../voice-notes.ts'
import { claimedName } from './claimed-name.ts'
import { type Form, withForm } from './form.ts'
import { FORM_LIMIT_BYTES } from './form-parser.ts'
import { consumeUpload } from './recording-limits.ts'
import { saveRecording } from './save-recording.ts'

/** Receives a spoken answer. */
export async function receiveRecording(request: FastifyRequest, deps: RecordingDeps): Promise<object> {
  const filename = await receive(request, deps, saveAnswer)
  return { success: true, data: { filename } }
}

/** Receives a voice note for the next message. */
export async function receiveVoice(request: FastifyRequest, deps: RecordingDeps): Promise<object> {
  const voice = await receive(request, deps, saveVoiceNote)
  return { success: true, data: { voice } }
}

type Save = (form: Form, uid: string, deps: SaveDeps) => Promise<string>
type SaveDeps = RecordingDeps & { idempotencyKey: string | undefined }

/** Sign-in and limits are checked before the body is read. */
async function receive(request: FastifyRequest, deps: RecordingDeps, save: Save): Promise<string> {
  const { db, now, config, diskSpaceOf, limitFactor, authenticate } = deps
  const { uid } = await requireUser(request.headers.authorization, authenticate)
  request.uid = uid
  const idempotencyKey = idempotencyKeyIn(request.headers)
  if (Number(request.headers['content-length'] ?? 0) > FORM_LIMIT_BYTES) throw new ApiError('too-large')
  await consumeUpload(db, uid, { now: now(), limitFactor })
  if (config.storage !== 's3') requireSpace(await diskSpaceOf(config.dataDir), RECORDINGS_STOP_BYTES)
  allowSlowBody(request)
  return withForm(request.raw, form => save(form, uid, { ...deps, idempotencyKey }))
}

async function saveAnswer(form: Form, uid: string, deps: SaveDeps): Promise<string> {
  const { db, now, recordings: storage, limitFactor, idempotencyKey } = deps
  const claimed = await claimedName(db, uid, form.filename)
  const pageOf = () => pageOfAnswer(uid, claimed, form.fields.get('pageId'), deps)
  // Checks the page before the upload, so that no bytes are sent in vain.
  await pageOf()
  const incoming = { ...claimed, alias: PROGRAM_ALIAS, file: form.file, pageOf }
  return saveRecording(db, incoming, { storage, now: now(), limitFactor, idempotencyKey })
}

async function saveVoiceNote(form: Form, uid: string, deps: SaveDeps): Promise<string> {
  const { db, now, recordings: storage, limitFactor, idempotencyKey } = deps
  const { lessonId, pageId, pageNumber } = VOICE_NOTE
  const pageOf = async () => ({ id: pageId, number: pageNumber })
  const at = now()
  const incoming = { uid, lessonId, pageNumber, recordedAt: at, alias: PROGRAM_ALIAS, file: form.file, pageOf }
  return saveRecording(db, incoming, { storage, now: at, limitFactor, idempotencyKey })
}

/** Finds the page of a recording. Without a page id, the number in the file name counts pages of the present lesson. */
async function pageOfAnswer(
  uid: string,
  { lessonId, pageNumber }: Recorded,
  pageId: string | undefined,
  { lessonFor, answeredPageFor }: RecordingDeps,
): Promise<{ id: string; number: number }> {
  const id = pageId ?? (await lessonFor(uid, lessonId)).pageIds[pageNumber - 1]
  if (id === undefined) throw new ApiError('bad-request', { message: 'file: the lesson has no page of that number' })
  const { place } = await answeredPageFor(uid, lessonId, id)
  return { id, number: place?.pageNumber ?? pageNumber }
}
