import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RECORDING_NAME, recordingAddress, saveAudio } from '../../contract/media.ts'
import { Refusal } from '../../contract/refusals.ts'
import { idempotencyKeyIn } from '../database/once.ts'
import type { Db } from '../database/tables.ts'
import { callerOf } from '../http/bearer.ts'
import { type Door, serve } from '../http/serve.ts'
import { allowSlowBody } from '../http/slow-bodies.ts'
import { claimedName } from './claimed-name.ts'
import { FORM_LIMIT_BYTES, type Form, withForm } from './form.ts'
import { heardRecording } from './heard-recording.ts'
import { spendUpload } from './recording-limits.ts'
import { saveRecording } from './save-recording.ts'
import { sendStored } from './send-stored.ts'
import { type Address, listenerIn, signedAddress } from './signed-address.ts'
import type { Storage } from './storage.ts'

type Lesson = { alias: string; pageIds: readonly string[] }

export type RecordingNeeds = {
  db: Db
  now: () => number
  limitFactor: number
  recordings: Storage
  /** Signs the addresses that players use. */
  addressKey: Buffer
  /** The lesson as this person may see it; refuses one that is not there for them. */
  lessonFor: (uid: string, lessonId: string) => Promise<Lesson>
}

type Setting = RecordingNeeds & Door

/** Takes in what learners say, and lets it be heard by whom it is for. */
export async function serveRecordings(app: FastifyInstance, setting: Setting): Promise<void> {
  // Forms are understood at this one address.
  await app.register(async uploads => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    uploads.post(saveAudio.path, request => receive(request, setting))
  })
  app.get<{ Params: Address }>('/:alias/user-content/:filename', (request, reply) => play(request, reply, setting))
  const addressRoute = serve(recordingAddress, async ({ params: { lessonId, pageId, filename }, user }) => {
    const recording = await heard(setting, user.uid, filename)
    if (recording.lesson_id !== lessonId || recording.page_id !== pageId) throw new Refusal('not-found')
    const alias = recording.storage_key.slice(0, recording.storage_key.indexOf('/'))
    const data = signedAddress(setting.addressKey, { alias, filename }, user.uid, setting.now())
    return { success: true, data }
  })
  app.route(addressRoute(setting))
}

async function receive(request: FastifyRequest, setting: Setting): Promise<object> {
  const { db, now, limitFactor, whoseToken } = setting
  const { uid } = await callerOf(request.headers.authorization, whoseToken)
  request.uid = uid
  const idempotencyKey = idempotencyKeyIn(request.headers)
  if (Number(request.headers['content-length'] ?? 0) > FORM_LIMIT_BYTES) throw new Refusal('too-large')
  await spendUpload(db, uid, { now: now(), limitFactor })
  allowSlowBody(request)
  const filename = await withForm(request.raw, form => keep(form, uid, { ...setting, idempotencyKey }))
  return { success: true, data: { filename } }
}

async function keep(
  form: Form,
  uid: string,
  setting: Setting & { idempotencyKey: string | undefined },
): Promise<string> {
  const { db, now, lessonFor, recordings: storage, limitFactor, idempotencyKey } = setting
  const claimed = await claimedName(db, uid, form.filename)
  const { alias, pageIds } = await lessonFor(uid, claimed.lessonId)
  const pageOf = () => pageIn(pageIds, form.fields.get('pageId') ?? pageIds[claimed.pageNumber - 1])
  // What is known to be wrong need not arrive first.
  pageOf()
  const incoming = { ...claimed, alias, file: form.file, pageOf }
  return saveRecording(db, incoming, { storage, now: now(), limitFactor, idempotencyKey })
}

function pageIn(pageIds: readonly string[], id: string | undefined): { id: string; number: number } {
  if (id === undefined) throw new Refusal('bad-request', { message: 'file: the lesson has no page of that number' })
  const index = pageIds.indexOf(id)
  if (index < 0) throw new Refusal('not-found')
  return { id, number: index + 1 }
}

type Playing = FastifyRequest<{ Params: Address }>

/** Nobody is told more than that there is nothing here, whatever was wrong with the token or the address. */
async function play(request: Playing, reply: FastifyReply, setting: Setting): Promise<FastifyReply> {
  const { params } = request
  const listener = await listenerOf(request, setting)
  if (!listener) throw new Refusal('not-found')
  request.uid = listener
  const recording = await heard(setting, listener, params.filename)
  if (!recording.storage_key.startsWith(`${params.alias}/`)) throw new Refusal('not-found')
  reply.headers({
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Disposition': `attachment; filename="${recording.filename}"`,
    'Cross-Origin-Resource-Policy': 'same-origin',
  })
  const { storage_key: key, bytes, sha256: version } = recording
  return sendStored(request, reply, setting.recordings, { key, bytes, version })
}

async function listenerOf({ headers, query, params }: Playing, setting: Setting): Promise<string | undefined> {
  const signed = listenerIn(setting.addressKey, params, query as Record<string, unknown>, setting.now())
  if (signed !== undefined || headers.authorization === undefined) return signed
  const caller = await callerOf(headers.authorization, setting.whoseToken).catch(() => undefined)
  return caller?.uid
}

async function heard({ db }: Setting, uid: string, filename: string) {
  const recording = RECORDING_NAME.test(filename) ? await heardRecording(db, uid, filename) : undefined
  if (!recording) throw new Refusal('not-found')
  return recording
}
