import { Server, type Socket } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const LINGER_MS = 500
const LOOK_MS = 20
const ACCEPT_LIMIT_MS = 3000
const QUIET_TURN_MS = 0.2

/**
 * Lets nobody meet a dead connection while the server leaves. New connections are refused at once: a refused request is safe to
 * send again, of a reset one nobody knows. Open connections may send one request more for `graceMs`; its answer ends them.
 */
export function endConnectionsOnLeaving(app: FastifyInstance, { graceMs = 0 } = {}): void {
  let isLeaving = false
  // Where localhost has two addresses, Fastify has a second server.
  const servers = new Set<Server>()
  app.addHook('onRequest', (request, _reply, done) => {
    servers.add((request.raw.socket as Socket & { server: Server }).server)
    done()
  })
  app.addHook('preClose', async () => {
    isLeaving = true
    if (graceMs > 0) await leave(app.server, [...servers.add(app.server)], graceMs)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isLeaving) reply.header('Connection', 'close')
  })
  // An answer whose headers were gone before: a client that asks again at once gets an error, not a dead connection.
  app.addHook('onResponse', async ({ raw }) => {
    if (isLeaving) setTimeout(() => raw.socket.end(), LINGER_MS)
  })
}

async function leave(main: Server, servers: Server[], graceMs: number): Promise<void> {
  // With this event Fastify closes its second server, and that one's idle connections.
  const listeners = main.rawListeners('close') as (() => void)[]
  main.removeAllListeners('close')
  await Promise.all(servers.map(stopListening))
  await Promise.all(servers.map(server => connectionsEnd(server, graceMs)))
  for (const listener of listeners) main.on('close', listener)
  // Reads what has come on the connections that are left: timers run before that.
  await turn()
}

/** Leaves idle connections open, unlike `close` of an HTTP server: what was sent on them may not be read yet. */
async function stopListening(server: Server): Promise<void> {
  let count = 0
  const accepted = () => count++
  server.on('connection', accepted)
  // The system takes connections before Node does, and Node takes one in a turn. Closing resets those in between, so this
  // waits for a turn without any, too short for a new one.
  const end = performance.now() + ACCEPT_LIMIT_MS
  for (let turnedAt = 0; performance.now() < end; ) {
    const before = { count, turnedAt }
    await turn()
    turnedAt = performance.now()
    if (count === before.count && turnedAt - before.turnedAt < QUIET_TURN_MS) break
  }
  server.off('connection', accepted)
  Server.prototype.close.call(server)
}

async function connectionsEnd(server: Server, limitMs: number): Promise<void> {
  for (const end = performance.now() + limitMs; performance.now() < end; await sleep(LOOK_MS)) {
    if ((await connectionsOf(server)) === 0) return
  }
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise(resolve => server.getConnections((_error, count) => resolve(count)))
}
