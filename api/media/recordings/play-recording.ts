import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { requireUser } from '../../http/bearer.ts'
import { sendStored } from '../send-stored.ts'
import { heardRecording } from './heard-recording.ts'
import type { RecordingDeps } from './recording-deps.ts'
import { listenerIn, type RecordingPath } from './signed-url.ts'

type Playing = FastifyRequest<{ Params: RecordingPath }>

/** Any error is a 404: a stranger learns nothing about the token or the URL. */
export async function playRecording(request: Playing, reply: FastifyReply, deps: RecordingDeps): Promise<FastifyReply> {
  const { params } = request
  const listener = await listenerOf(request, deps)
  if (!listener) throw new ApiError('not-found')
  request.uid = listener
  const recording = await heardRecording(deps.db, listener, params.filename)
  if (!recording.storage_key.startsWith(`${params.alias}/`)) throw new ApiError('not-found')
  reply.headers({
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Disposition': `attachment; filename="${recording.filename}"`,
    'Cross-Origin-Resource-Policy': 'same-origin',
  })
  const { storage_key: key, bytes, sha256: version } = recording
  return sendStored(request, reply, deps.recordings, { key, bytes, version })
}

async function listenerOf({ headers, query, params }: Playing, deps: RecordingDeps): Promise<string | undefined> {
  const signed = listenerIn(deps.urlKey, params, query as Record<string, unknown>, deps.now())
  if (signed !== undefined || headers.authorization === undefined) return signed
  const authUser = await requireUser(headers.authorization, deps.authenticate).catch(() => undefined)
  return authUser?.uid
}
