import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The cheapest answer that Node can give. Its cost shows how fast this machine is at the moment. */
const body = Buffer.from(JSON.stringify({ success: true }))
const server = createServer((_request, reply) => {
  reply.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
  reply.end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
