import type { Socket } from 'node:net'
import { Refusal } from '../../contract/refusals.ts'
import { bodyOf } from './refusal.ts'

const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Says no, in the one error shape, to what is so broken that no request could be read from it; then hangs up. */
export function answerUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(bodyOf(new Refusal(code === 'HPE_HEADER_OVERFLOW' ? 'too-large' : 'bad-request')))
  const lines = [
    `HTTP/1.1 ${statuses[code] ?? '400 Bad Request'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
