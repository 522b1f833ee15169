import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'

type Encoding = 'gzip' | 'br'

/** A response that is the same for everyone: serialised, hashed and compressed once, then sent many times. */
export type PreparedResponse = {
  hash: string
  plain: Buffer
  /** Compresses when it is first called, because most lessons of a large catalogue are asked for rarely. */
  compressed: (encoding: Encoding) => Promise<Buffer>
}

/** Serialises a response, or takes the same one from `known`. */
export function prepareResponse(answer: unknown, known?: ReadonlyMap<string, PreparedResponse>): PreparedResponse {
  const plain = Buffer.from(JSON.stringify(answer))
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return known?.get(hash) ?? { hash, plain, compressed: compressedOnce(plain) }
}

/** After a start many clients ask at once, so they share one compression. A failed compression is tried again. */
function compressedOnce(plain: Buffer): PreparedResponse['compressed'] {
  const made: { [name in Encoding]?: Promise<Buffer> } = {}
  return encoding => {
    made[encoding] ??= COMPRESSIONS[encoding](plain).catch(error => {
      delete made[encoding]
      throw error
    })
    return made[encoding]
  }
}

const COMPRESSIONS: Record<Encoding, (plain: Buffer) => Promise<Buffer>> = {
  gzip: plain => promisify(gzip)(plain, { level: 9 }),
  br: plain => promisify(brotliCompress)(plain),
}

/** Sends the smallest encoding that the browser accepts, or 304 if the browser has it. */
export async function sendPrepared(
  headers: IncomingHttpHeaders,
  reply: FastifyReply,
  { hash, plain, compressed }: PreparedResponse,
): Promise<FastifyReply> {
  const encoding = encodingOf(headers['accept-encoding'])
  const etag = encoding ? `"${hash}-${encoding}"` : `"${hash}"`
  reply.headers({
    // Browsers cache it and ask each time; proxies do not cache it.
    'cache-control': 'private, no-cache',
    vary: 'Authorization, Accept-Encoding',
  })
  const tags = headers['if-none-match']
  // A tag includes its quotes, so a substring match is a match of the whole tag, also of a weak one.
  if (tags !== undefined && (tags.includes(etag) || tags === '*')) return reply.code(304).header('etag', etag).send()
  const body = encoding ? await compressed(encoding) : plain
  reply.headers({ etag, ...(encoding ? { 'content-encoding': encoding } : {}) })
  return reply.type('application/json').send(body)
}

const TAKES_BR = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

function encodingOf(accepted: IncomingHttpHeaders[string]): Encoding | undefined {
  if (typeof accepted !== 'string') return undefined
  if (TAKES_BR.test(accepted)) return 'br'
  return TAKES_GZIP.test(accepted) ? 'gzip' : undefined
}
