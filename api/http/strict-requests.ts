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
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Otherwise broken UTF-8 would be stored as U+FFFD.
    if (!isUtf8(body as Buffer)) return done(new ApiError('bad-request', { message: 'body: is not UTF-8' }))
    return parse(request, body.toString(), done)
  })
  app.server.on('checkExpectation', (_request, response) => {
    const error = new ApiError('bad-request', { message: 'Expect: only 100-continue is met' })
    const { headers, body } = writtenError(error)
    response.writeHead(417, headers).end(body)
  })
}
