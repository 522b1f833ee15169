import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const LINGER_MS = 500

/**
 * While the server leaves, a connection ends with the answer that is under way on it. The browser would keep it for a
 * next question, and the server would wait for it until its time is over.
 */
export function endConnectionsOnLeaving(app: FastifyInstance, { graceMs = 0 } = {}): void {
  let isLeaving = false
  app.addHook('preClose', async () => {
    isLeaving = true
    // What was sent before the end may not be read yet, on connections that still look idle.
    if (graceMs > 0) await sleep(graceMs)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isLeaving) reply.header('Connection', 'close')
  })
  // An answer whose headers were gone before: whoever asks on at once hears a no, not a line that goes dead.
  app.addHook('onResponse', async ({ raw }) => {
    if (isLeaving) setTimeout(() => raw.socket.end(), LINGER_MS)
  })
}
