import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** One request that came over the network, from a page or from its service worker. */
export type CountedRequest = { method: string; path: string; status: number; bytes: number }

const QUIET_MS = 3000
const MAX_MS = 40_000

/** A proxy between the browser and the server. It counts the requests, and all bytes that the browser gets. */
export async function countedRequests(origin: string) {
  const { hostname, port } = new URL(origin)
  const sockets = new Set<Socket>()
  const asked: CountedRequest[] = []
  let lastAt = 0
  let taken = 0
  let isCut = false
  const proxy = createServer(forward).listen(0, '127.0.0.1')
  proxy.on('connection', socket => {
    if (isCut) socket.destroy()
    else sockets.add(socket)
  })
  await once(proxy, 'listening')

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = 'GET', url: path = '/', headers } = incoming
    const row = { method, path, status: 0, bytes: 0 }
    asked.push(row)
    lastAt = Date.now()
    const onward = request({ hostname, port, method, path, headers }, reply => {
      row.status = reply.statusCode ?? 0
      // The browser gets only the headers of the server. Otherwise Node would add a `Connection` header of its own.
      outgoing.removeHeader('Connection')
      outgoing.writeHead(row.status, reply.rawHeaders)
      row.bytes = reply.rawHeaders.join(': ').length
      reply.on('data', chunk => (row.bytes += chunk.length))
      reply.pipe(outgoing)
      reply.on('end', () => (lastAt = Date.now()))
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }

  const bytes = () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Resolves when no new request came for a while. A long poll may still be open. */
    async untilQuiet(): Promise<void> {
      const since = Date.now()
      while (Date.now() - Math.max(lastAt, since) < QUIET_MS && Date.now() - since < MAX_MS)
        await new Promise(resolve => setTimeout(resolve, 100))
    },
    /** Returns what was counted since the last call. */
    take(): { asked: CountedRequest[]; kb: number } {
      const before = taken
      taken = bytes()
      return { asked: asked.splice(0), kb: (taken - before) / 1024 }
    },
    cut(): void {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    close(): void {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
