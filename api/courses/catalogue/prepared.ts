import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'

type Variant = { body: Buffer; etag: string; headers: Record<string, string> }

/** A response that is the same for everyone: serialised, compressed and hashed once, then sent many times. */
export type PreparedResponse = { hash: string; plain: Variant; gzip: Variant; br: Variant }

/** Serialises and compresses a response, or takes the same one from `known`. */
export async function compressResponse(
  answer: unknown,
  known?: ReadonlyMap<string, PreparedResponse>,
): Promise<PreparedResponse> {
  const plain = Buffer.from(JSON.stringify(answer))
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const before = known?.get(hash)
  if (before) return before
  const [gzipped, brotli] = await Promise.all([promisify(gzip)(plain, { level: 9 }), promisify(brotliCompress)(plain)])
  return {
    hash,
    plain: variant(plain, hash, undefined),
    gzip: variant(gzipped, hash, 'gzip'),
    br: variant(brotli, hash, 'br'),
  }
}

/** Sends the smallest encoding that the browser accepts, or 304 if the browser has it. */
export function sendPrepared(
  headers: IncomingHttpHeaders,
  reply: FastifyReply,
  prepared: PreparedResponse,
): FastifyReply {
  const { body, etag, headers: own } = chosen(prepared, headers['accept-encoding'])
  reply.headers(own)
  const held = headers['if-none-match']
  // A tag includes its quotes, so a substring match is a match of the whole tag, also of a weak one.
  if (held !== undefined && (held.includes(etag) || held === '*')) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

function variant(body: Buffer, hash: string, encoding: 'gzip' | 'br' | undefined): Variant {
  const etag = encoding ? `"${hash}-${encoding}"` : `"${hash}"`
  return {
    body,
    etag,
    headers: {
      etag,
      // Browsers cache it and ask each time; proxies do not cache it.
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Accept-Encoding',
      ...(encoding ? { 'content-encoding': encoding } : {}),
    },
  }
}

const TAKES_BR = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

function chosen(prepared: PreparedResponse, accepted: IncomingHttpHeaders[string]): Variant {
  if (typeof accepted !== 'string') return prepared.plain
  if (TAKES_BR.test(accepted)) return prepared.br
  return TAKES_GZIP.test(accepted) ? prepared.gzip : prepared.plain
}
