import { randomUUID } from 'node:crypto'
import type { PreparedRequest } from './connection.ts'

/** Each write has a new idempotency key, as from a browser. */
export function keyed(ask: PreparedRequest): PreparedRequest {
  return ask.method === 'GET' ? ask : { ...ask, headers: { ...ask.headers, 'Idempotency-Key': randomUUID() } }
}
