import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MINUTE } from '../../../contract/time.ts'
import { endSlowly } from '../unreadable.ts'

/** The most time for any request; Node ends longer ones. */
export const SLOWEST_BODY_MS = 10 * MINUTE
const BODY_LIMIT_MS = 10_000
/** The rest of a longer body is not read after the response. */
const LONG_BYTES = 4 * 1024 * 1024
/**
 * After an error the rest of a body is read and dropped for this long. Otherwise the connection would end before the
 * client has read the error.
 */
const LINGER_MS = 2000

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the connection when it fires. */
    bodyTimer: NodeJS.Timeout | undefined
    /** Noted at the beginning, because a request whose reading was given up no longer names its socket. */
    bodyConnection: { socket: Socket; response: FastifyReply['raw'] } | undefined
  }
}

/** Slow clients must not hold sockets: a body must arrive within 10 s, unless its route allows more. */
export function endSlowBodies(app: FastifyInstance): void {
  app.decorateRequest('bodyTimer', undefined)
  app.decorateRequest('bodyConnection', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding !== undefined || Number(length ?? 0) > 0) {
      request.bodyConnection = { socket: request.raw.socket, response: reply.raw }
      endAfter(request, BODY_LIMIT_MS)
    }
    done()
  })
  app.addHook('onSend', ({ raw, headers }, _reply, payload, done) => {
    // Otherwise Node would read a body to its end although nothing uses it.
    if (Number(headers['content-length'] ?? 0) > LONG_BYTES && !raw.complete) raw.read(0)
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.complete) endAfter(request, LINGER_MS)
    done()
  })
}

/** Gives a body more time. Call it when the user of the request is known. */
export function allowSlowBody(request: FastifyRequest): void {
  endAfter(request, SLOWEST_BODY_MS)
}

function endAfter(request: FastifyRequest, ms: number): void {
  const { raw, bodyTimer } = request
  if (!bodyTimer) raw.once('close', () => clearTimeout(request.bodyTimer))
  clearTimeout(bodyTimer)
  request.bodyTimer = setTimeout(() => raw.complete || end(request), ms)
}

function end({ bodyConnection }: FastifyRequest): void {
  if (bodyConnection?.response.headersSent === false) endSlowly(bodyConnection.socket)
  else bodyConnection?.socket.destroy()
}
