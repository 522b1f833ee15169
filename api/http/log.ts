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
 * One line an answer: when, what, whose and how it ended. Who was refused or signed in leaves an address, too.
 * The pattern of the route, never the address with its query: a phone number may stand there.
 */
export function logAnswers(app: FastifyInstance): void {
  app.decorateRequest('uid', '')
  app.decorateRequest('refusedAs', '')
  app.addHook('onResponse', async (request, reply) => request.log.info(lineOf(request, reply), 'answered'))
}

function lineOf(request: FastifyRequest, reply: FastifyReply): object {
  const { method, uid, refusedAs } = request
  const route = request.routeOptions.url ?? 'unknown'
  const isSensitive = refusedAs !== '' || route.startsWith('/identity/') || route.startsWith('/auth/')
  return {
    method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...(uid ? { uid } : {}),
    ...(refusedAs ? { refusedAs } : {}),
    ...(isSensitive ? { address: request.ip } : {}),
  }
}
