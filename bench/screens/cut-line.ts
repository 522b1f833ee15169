import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Forwards everything to the server and counts the bytes that the browser sends. Cuts all connections at each number of
 * bytes in `cutsAt`, and accepts none for `awayMs`.
 */
export async function cutLine(origin: string, { cutsAt, awayMs }: { cutsAt: readonly number[]; awayMs: number }) {
  const { hostname, port } = new URL(origin)
  const open = new Set<Socket>()
  let isCounting = false
  let sent = 0
  let cuts = 0
  let awayUntil = 0

  function count(bytes: number): void {
    if (!isCounting) return
    sent += bytes
    if (sent < (cutsAt[cuts] ?? Number.POSITIVE_INFINITY)) return
    cuts++
    awayUntil = Date.now() + awayMs
    for (const socket of open) socket.destroy()
  }

  const line = createServer(browser => {
    if (Date.now() < awayUntil) return void browser.destroy()
    const server = connect(Number(port), hostname)
    for (const socket of [browser, server]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        browser.destroy()
        server.destroy()
      })
    }
    browser.on('data', piece => count(piece.length))
    browser.pipe(server).pipe(browser)
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  return {
    origin: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    begin: () => {
      isCounting = true
    },
    counted: () => ({ sent, cuts }),
    close: () => {
      line.close()
      for (const socket of open) socket.destroy()
    },
  }
}
