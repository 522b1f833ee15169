import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../contract/calls/api-error.ts'
import { MEDIA_NAME } from '../../contract/media.ts'
import { sendStored } from './send-stored.ts'
import type { Storage } from './storage/storage.ts'
import { throwUnavailable } from './storage/unavailable.ts'

/** Serves the media of the courses. Their names contain a hash of the content, so caches may store them for ever. */
export function serveMedia(app: FastifyInstance, storage: Storage): void {
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const key = request.params['*']
    const found = MEDIA_NAME.test(key) ? await storage.stat(key).catch(throwUnavailable) : undefined
    if (!found) throw new ApiError('not-found')
    reply.headers({
      'Cache-Control': 'public, max-age=31536000, immutable',
      // Browsers read captions from another host only with this header. A CDN passes it on.
      'Access-Control-Allow-Origin': '*',
      // An SVG that is opened by itself must not run scripts.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
    return sendStored(request, reply, storage, { key, ...found })
  })
}
