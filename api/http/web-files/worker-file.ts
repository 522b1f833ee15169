import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

type Deps = { build: string; pageVersion: string; isOfflineOn: boolean; policy: string; mediaBaseUrl: string }

const compressions = { br: brotliCompressSync, gzip: gzipSync }
type Encoding = keyof typeof compressions

/**
 * Sends the service worker with the version of the page that this server sends: another build, or another policy, makes
 * another worker, and the browser installs that. Without offline use the worker deletes what it saved and answers no
 * request; it still shows notifications.
 */
export function serveWorker(
  app: FastifyInstance,
  { build, pageVersion, isOfflineOn, policy, mediaBaseUrl }: Deps,
): void {
  const file = join(build, 'worker.js')
  if (!existsSync(file)) return
  const settings = { __VERSION__: pageVersion, __IS_OFFLINE_ON__: isOfflineOn, __MEDIA_BASE__: mediaBaseUrl }
  const lines = Object.entries(settings).map(([name, value]) => `const ${name}=${JSON.stringify(value)};`)
  const source = Buffer.from(lines.join('') + readFileSync(file, 'utf8'))
  const encodings: Partial<Record<Encoding, Buffer>> = {}
  const etag = `"${createHash('sha256').update(source).digest('base64url').slice(0, 16)}"`
  app.get('/worker.js', async ({ headers }, reply) => {
    reply.headers({
      'Content-Type': 'text/javascript',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policy,
      ETag: etag,
      Vary: 'Accept-Encoding',
    })
    // The browser asks at each visit.
    if (headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    const accepted = String(headers['accept-encoding'])
    const encoding = (['br', 'gzip'] as const).find(name => accepted.includes(name))
    if (!encoding) return reply.send(source)
    // Compressed at the first request, because most servers of tests never get one.
    encodings[encoding] ??= compressions[encoding](source)
    return reply.header('Content-Encoding', encoding).send(encodings[encoding])
  })
}
