import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../contract/calls/api-error.ts'
import { MEDIA_NAME } from '../../contract/media.ts'
import { sendStored } from './send-stored.ts'
import type { Storage } from './storage/storage.ts'
import { unavailable } from './storage/unavailable.ts'

/** Sound, films and pictures of the courses. Their names carry a hash of the content, so they may be kept for ever. */
export function serveMedia(app: FastifyInstance, storage: Storage): void {
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const key = request.params['*']
    const found = MEDIA_NAME.test(key) ? await storage.stat(key).catch(unavailable) : undefined
    if (!found) throw new ApiError('not-found')
    reply.headers({
      'Cache-Control': 'public, max-age=31536000, immutable',
      // A CDN that fetches them from here passes this on: captions of another host are only read where it stands.
      'Access-Control-Allow-Origin': '*',
      // A drawing opened by itself must not run anything.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
    return sendStored(request, reply, storage, { key, ...found })
  })
}
