import Fastify from 'fastify'

export type Fixed = { path: string; headers: [name: string, value: string][]; body: string }

/** Serves the same bytes under the same paths with bare Fastify. Bodies come in base64. */
process.once('message', async (answers: Fixed[]) => {
  const app = Fastify()
  for (const { path, headers, body } of answers) {
    const all = Object.fromEntries(headers)
    const bytes = Buffer.from(body, 'base64')
    app.get(path, (_request, reply) => reply.headers(all).send(bytes))
  }
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
})
