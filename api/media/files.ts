import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { MEDIA_NAME } from '../../contract/media.ts'

/** Sound, films and pictures of the courses. Their names carry a hash of the content, so they may be kept for ever. */
export async function serveMedia(app: FastifyInstance, mediaDir: string): Promise<void> {
  mkdirSync(mediaDir, { recursive: true, mode: 0o700 })
  await app.register(fastifyStatic, {
    root: resolve(mediaDir),
    prefix: '/media/',
    decorateReply: false,
    index: false,
    dotfiles: 'deny',
    cacheControl: false,
    allowedPath: path => MEDIA_NAME.test(path.replace(/^\//, '')),
    setHeaders: reply => {
      reply.header('Cache-Control', 'public, max-age=31536000, immutable')
      // A drawing opened by itself must not run anything.
      reply.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    },
  })
}
