import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose token it carries; empty for nobody's. */
    uid: string
    /** Code of the refusal that it got; empty when it got none. */
    refusedAs: string
  }
}

/**
 * One line an answer: when, what, whose and how it ended. Sign-ins, what becomes of accounts, and refusals are always
 * told, with the address; that all else went well is told at level debug only. The pattern of the route, never the
 * address with its query: a phone number may stand there.
 */
export function logAnswers(app: FastifyInstance): void {
  app.decorateRequest('uid', '')
  app.decorateRequest('refusedAs', '')
  app.addHook('onResponse', (request, reply, done) => {
    const { url = 'unknown' } = request.routeOptions
    const isTold = request.refusedAs !== '' || ABOUT_ACCOUNTS.test(url)
    if (isTold) request.log.info({ ...lineOf(request, reply), address: request.ip }, 'answered')
    else request.log.debug(lineOf(request, reply), 'answered')
    done()
  })
}

const ABOUT_ACCOUNTS = /^\/(identity|auth)\/|\/merge$/

function lineOf(request: FastifyRequest, reply: FastifyReply): object {
  const { method, uid, refusedAs, routeOptions } = request
  return {
    method,
    route: routeOptions.url ?? 'unknown',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...(uid ? { uid } : {}),
    ...(refusedAs ? { refusedAs } : {}),
  }
}
