import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** The bytes that the browser sent, and those that it got. */
export type LineBytes = { sent: number; got: number }

/** Forwards everything to the server and counts the bytes. */
export async function countedLine(origin: string) {
  const { hostname, port } = new URL(origin)
  const total: LineBytes = { sent: 0, got: 0 }
  const line = createServer(browser => {
    const server = connect(Number(port), hostname)
    browser.on('data', piece => (total.sent += piece.length)).on('error', () => server.destroy())
    server.on('data', piece => (total.got += piece.length)).on('error', () => browser.destroy())
    browser.pipe(server).pipe(browser)
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  return {
    origin: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    async during(work: () => Promise<void>): Promise<LineBytes> {
      const before = { ...total }
      await work()
      return { sent: total.sent - before.sent, got: total.got - before.got }
    },
    close: () => line.close(),
  }
}
