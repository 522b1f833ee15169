import type { FastifyInstance } from 'fastify'
import type { Registered } from './openapi.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** All routes, for the description and its test. */
    registered: Registered[]
  }
}

/** Serves a description of the calls of this server. Call it before the routes are added: it lists each of them. */
export function serveDescription(app: FastifyInstance): void {
  const registered: Registered[] = []
  app.decorate('registered', registered)
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') registered.push({ method: one, url })
  })
  let text: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    // Made at the first request, because it would slow down each start.
    const { describeCalls } = await import('./openapi.ts')
    text ??= JSON.stringify(describeCalls(registered))
    return reply.type('application/json').send(text)
  })
}
