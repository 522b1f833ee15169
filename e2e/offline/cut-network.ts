import { createServer, request as httpRequest, type Server as ProxyServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Server } from '../server.ts'

/** Leaves the browser the time to read: it drops what it has not read when the connection ends. */
const ARRIVED_MS = 500

const DELAY_MS = 2000
const NONE = /^$/

/**
 * A network between the phone and the server. It cuts the first response to each of the files `cuts` in its middle, and
 * brings the files `delays` late.
 */
export class PoorNetwork {
  /** The ranges of the files `cuts` that were asked for, in order. */
  readonly ranges: (string | undefined)[] = []
  readonly #cut = new Set<string>()
  readonly #cuts: RegExp
  readonly #proxy: ProxyServer
  origin = ''

  constructor(server: Server, { cuts = NONE, delays = NONE }: { cuts?: RegExp; delays?: RegExp } = {}) {
    this.#cuts = cuts
    this.#proxy = createServer(async (request, response) => {
      const { url = '', method, headers } = request
      if (cuts.test(url)) this.ranges.push(headers.range)
      if (delays.test(url)) await new Promise(resolve => setTimeout(resolve, DELAY_MS))
      const toServer = httpRequest(server.origin + url, { method, headers }, fromServer => {
        response.writeHead(fromServer.statusCode ?? 502, fromServer.headers)
        if (this.#isCut(url))
          fromServer.once('data', data => response.write(data, () => setTimeout(() => response.destroy(), ARRIVED_MS)))
        else fromServer.pipe(response)
      })
      toServer.on('error', () => response.destroy())
      request.pipe(toServer)
    })
  }

  /** Starts the network, on the same port as before. */
  async start(): Promise<void> {
    const port = this.origin ? Number(new URL(this.origin).port) : 0
    await new Promise<void>(resolve => this.#proxy.listen(port, 'localhost', resolve))
    this.origin = `http://localhost:${(this.#proxy.address() as AddressInfo).port}`
  }

  /** From now on each connection is refused, as if the server had stopped. */
  stop(): void {
    this.#proxy.close()
    this.#proxy.closeAllConnections()
  }

  #isCut(url: string): boolean {
    if (!this.#cuts.test(url) || this.#cut.has(url)) return false
    this.#cut.add(url)
    return true
  }
}
