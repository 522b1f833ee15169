import { Server, type Socket } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const LINGER_MS = 500
const LOOK_MS = 20
const ACCEPT_LIMIT_MS = 3000
const QUIET_TURN_MS = 0.2

/**
 * No client meets a dead connection while the server leaves. New connections are refused at once: a refused request is
 * safe to send again, while after a reset nobody knows whether it arrived. Open connections may send one more request
 * for `graceMs`; its response ends them.
 */
export function endConnectionsOnLeaving(app: FastifyInstance, { graceMs = 0 } = {}): void {
  let isLeaving = false
  // If localhost has two addresses, Fastify has a second server.
  const servers = new Set<Server>()
  // Requests that arrive while the server stops listening. They wait: a client that gets no answer opens no other
  // connection, so the connections to accept come to an end.
  let waiting: (() => void)[] | undefined
  app.addHook('onRequest', (request, _reply, done) => {
    servers.add((request.raw.socket as Socket & { server: Server }).server)
    if (waiting) waiting.push(done)
    else done()
  })
  app.addHook('preClose', async () => {
    isLeaving = true
    if (graceMs === 0) return
    waiting = []
    await leave(app.server, [...servers.add(app.server)], { graceMs, onceNotListening: resume })
  })
  function resume(): void {
    const requests = waiting ?? []
    waiting = undefined
    for (const done of requests) done()
  }
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (isLeaving) reply.header('Connection', 'close')
    // HTTP/1.1 keeps a connection without this header, and a first visit gets many replies.
    else if (raw.httpVersion === '1.1' && reply.raw.shouldKeepAlive) reply.raw.removeHeader('Connection')
    done()
  })
  // A response whose headers were sent before has no `Connection: close`. Without this end, the next request of the
  // client would wait on a dead connection.
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    const socket = raw.socket as Socket | null
    if (isLeaving) setTimeout(() => socket?.end(), LINGER_MS)
    // While the rest of a refused body arrives, a connection is not idle, so closing the server leaves it open.
    else if (!raw.complete) raw.once('close', () => isLeaving && socket?.end())
    done()
  })
}

type Leave = { graceMs: number; onceNotListening: () => void }

async function leave(main: Server, servers: Server[], { graceMs, onceNotListening }: Leave): Promise<void> {
  // At this event Fastify closes its second server and the idle connections of that server. So its listeners are taken
  // away, and added again at the end.
  const listeners = main.rawListeners('close') as (() => void)[]
  main.removeAllListeners('close')
  await Promise.all(servers.map(stopListening))
  onceNotListening()
  await Promise.all(servers.map(server => connectionsEnd(server, graceMs)))
  for (const listener of listeners) main.on('close', listener)
  // Lets Node read what has arrived on the remaining connections: in a turn of the event loop, timers run before that.
  await turn()
}

/** Leaves idle connections open, unlike `close` of an HTTP server: requests on them may be unread. */
async function stopListening(server: Server): Promise<void> {
  let count = 0
  const accepted = () => count++
  server.on('connection', accepted)
  // The system accepts connections before Node does, and Node accepts one in each turn of the event loop. Closing
  // resets the connections that Node has not accepted yet, so this waits for a turn without a new one. A long turn does
  // not count: connections may have arrived since Node looked for them.
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
