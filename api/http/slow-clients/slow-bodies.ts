import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

const timers = new WeakMap<FastifyRequest['raw'], NodeJS.Timeout>()
/** Noted at the beginning, because a request whose reading was given up no longer names its socket. */
const connections = new WeakMap<FastifyRequest['raw'], { socket: Socket; response: FastifyReply['raw'] }>()

/** Slow clients must not hold sockets: a body must arrive within 10 s, unless its route allows more. */
export function endSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding !== undefined || Number(length ?? 0) > 0) {
      connections.set(request.raw, { socket: request.raw.socket, response: reply.raw })
      endAfter(request, BODY_LIMIT_MS)
    }
    done()
  })
  app.addHook('onSend', ({ raw, headers }, _reply, payload, done) => {
    // Node would read to the end of a body that nobody reads.
    if (Number(headers['content-length'] ?? 0) > LONG_BYTES && !raw.complete) raw.read(0)
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.complete) endAfter(request, LINGER_MS)
    done()
  })
}

/** Called once the user of the request is known. */
export function allowSlowBody(request: FastifyRequest): void {
  endAfter(request, SLOWEST_BODY_MS)
}

function endAfter({ raw }: FastifyRequest, ms: number): void {
  const before = timers.get(raw)
  if (!before) raw.once('close', () => clearTimeout(timers.get(raw)))
  clearTimeout(before)
  timers.set(
    raw,
    setTimeout(() => raw.complete || end(raw), ms),
  )
}

function end(raw: FastifyRequest['raw']): void {
  const connection = connections.get(raw)
  if (connection?.response.headersSent === false) endSlowly(connection.socket)
  else connection?.socket.destroy()
}
