import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the token, or the one who signed in by this request; empty without one. */
    uid: string
    /** Error code of the response; empty if it succeeded. */
    errorCode: string
  }
}

/**
 * One line for each response: when, what, who and how it ended. Sign-ins, merges, erasures and errors are always
 * logged, with the IP address; other successes at level debug only. Logs the pattern of the route, never the URL with
 * its query: a phone number may be in it.
 */
export function logAnswers(app: FastifyInstance): void {
  app.decorateRequest('uid', '')
  app.decorateRequest('errorCode', '')
  app.addHook('onResponse', (request, reply, done) => {
    const { url = 'unknown' } = request.routeOptions
    const isLogged = request.errorCode !== '' || ABOUT_ACCOUNTS.test(url)
    if (isLogged) request.log.info({ ...lineOf(request, reply), ipAddress: request.ip }, 'answered')
    else request.log.debug(lineOf(request, reply), 'answered')
    done()
  })
}

const ABOUT_ACCOUNTS = /^\/(identity|auth)\/|\/merge$/

function lineOf(request: FastifyRequest, reply: FastifyReply): object {
  const { method, uid, errorCode, routeOptions } = request
  return {
    method,
    route: routeOptions.url ?? 'unknown',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...(uid ? { uid } : {}),
    ...(errorCode ? { errorCode } : {}),
  }
}
