import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../contract/calls/api-error.ts'
import { writtenError } from './api-error.ts'

/** Rejects, in the one error shape, what Node or Fastify would answer in their own words or accept. */
export function rejectOddRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
    // RFC 9112, 3.2
    const isOdd = hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')
    done(isOdd ? new ApiError('bad-request', { message: 'Host: there must be exactly one' }) : undefined)
  })
  const parse = app.getDefaultJsonParser('error', 'ignore')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Otherwise broken UTF-8 would be stored as U+FFFD.
    if (!isUtf8(body as Buffer)) return done(new ApiError('bad-request', { message: 'body: is not UTF-8' }))
    const text = body.toString()
    return parse(request, text, (error, value) => {
      const isOdd = !error && MAY_NAME_PROTOTYPE.test(text) && namesPrototype(value)
      done(isOdd ? new ApiError('bad-request', { message: 'body: has a name that no call knows' }) : error, value)
    })
  })
  app.server.on('checkExpectation', (_request, response) => {
    const error = new ApiError('bad-request', { message: 'Expect: only 100-continue is met' })
    const { headers, body } = writtenError(error)
    response.writeHead(417, headers).end(body)
  })
}

/** Only bodies with one of these words, or with an escape that may hide one, are searched. Few have them. */
const MAY_NAME_PROTOTYPE = /constructor|prototype|\\u00/

/** Whether an object in the value, however deep, has a name that a careless copy would write into all objects. */
function namesPrototype(value: unknown): boolean {
  const waiting = [value]
  while (waiting.length > 0) {
    const one = waiting.pop()
    if (typeof one !== 'object' || one === null) continue
    if (Object.hasOwn(one, 'constructor') || Object.hasOwn(one, 'prototype')) return true
    for (const inner of Object.values(one)) waiting.push(inner)
  }
  return false
}
