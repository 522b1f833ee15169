import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { requireUser } from '../../http/bearer.ts'
import { sendStored } from '../send-stored.ts'
import { heardRecording } from './heard-recording.ts'
import type { RecordingSetting } from './recording-setting.ts'
import { listenerIn, type RecordingPath } from './signed-url.ts'

type Playing = FastifyRequest<{ Params: RecordingPath }>

/** Any error is a 404: a stranger learns nothing about the token or the URL. */
export async function playRecording(
  request: Playing,
  reply: FastifyReply,
  setting: RecordingSetting,
): Promise<FastifyReply> {
  const { params } = request
  const listener = await listenerOf(request, setting)
  if (!listener) throw new ApiError('not-found')
  request.uid = listener
  const recording = await heardRecording(setting.db, listener, params.filename)
  if (!recording.storage_key.startsWith(`${params.alias}/`)) throw new ApiError('not-found')
  reply.headers({
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Disposition': `attachment; filename="${recording.filename}"`,
    'Cross-Origin-Resource-Policy': 'same-origin',
  })
  const { storage_key: key, bytes, sha256: version } = recording
  return sendStored(request, reply, setting.recordings, { key, bytes, version })
}

async function listenerOf({ headers, query, params }: Playing, setting: RecordingSetting): Promise<string | undefined> {
  const signed = listenerIn(setting.urlKey, params, query as Record<string, unknown>, setting.now())
  if (signed !== undefined || headers.authorization === undefined) return signed
  const caller = await requireUser(headers.authorization, setting.authenticate).catch(() => undefined)
  return caller?.uid
}
