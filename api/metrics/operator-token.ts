import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../contract/calls/api-error.ts'

/** Returns a function that throws a 401 unless a request has this token. */
export function requireToken(token: string): (request: FastifyRequest) => void {
  const expected = hashOf(`Bearer ${token}`)
  return ({ headers }) => {
    // Hashes have one length, and comparing them takes the same time wherever they differ.
    if (!timingSafeEqual(hashOf(headers.authorization ?? ''), expected)) throw new ApiError('auth/unauthorized')
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
