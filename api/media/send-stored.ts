import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../contract/calls/api-error.ts'
import { requestedRange } from './ranges.ts'
import { contentType } from './storage/content-type.ts'
import type { Storage } from './storage/storage.ts'
import { throwUnavailable } from './storage/unavailable.ts'

/** `type` is missing where the ending of the key says it. */
export type StoredObject = { key: string; bytes: number; version: string; type?: string }

/** Sends a stored file, or the requested range, as fast as the browser reads it. */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  { key, bytes, version, type = contentType(key) }: StoredObject,
): Promise<FastifyReply> {
  const { headers, method } = request
  const etag = `"${version}"`
  reply.headers({ ETag: etag, 'Accept-Ranges': 'bytes' })
  if (isKnown(headers['if-none-match'], etag)) return reply.code(304).send()
  // A range of the former content would not fit to the present one.
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = isSame ? requestedRange(headers.range, bytes) : undefined
  if (range === 'unsatisfiable') {
    reply.header('Content-Range', `bytes */${bytes}`)
    throw new ApiError('range-not-satisfiable')
  }
  const content = method === 'HEAD' ? Readable.from([]) : await storage.read(key, range).catch(throwUnavailable)
  if (!content) throw new ApiError('not-found')
  reply.type(type).header('Content-Length', range ? range.end - range.start + 1 : bytes)
  if (range) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`)
  return reply.send(content)
}

function isKnown(header: string | undefined, etag: string): boolean {
  const known = (header ?? '').split(',').map(part => part.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}
