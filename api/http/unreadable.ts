import type { Socket } from 'node:net'
import { ApiError, type ErrorCode } from '../../contract/calls/api-error.ts'
import { writtenError } from './api-error.ts'

const LINGER_MS = 1000

const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers bytes that are not an HTTP request with an error of the usual shape, and closes the connection. */
export function replyToUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  hangUp(socket, statuses[code] ?? '400 Bad Request', code === 'HPE_HEADER_OVERFLOW' ? 'too-large' : 'bad-request')
}

/** Ends a connection on which a body came too slowly. */
export function endSlowly(socket: Socket): void {
  hangUp(socket, '408 Request Timeout', 'bad-request')
  // A client that is still sending needs time to read the response.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

function hangUp(socket: Socket, status: string, code: ErrorCode): void {
  const { headers, body } = writtenError(new ApiError(code))
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}`)
  socket.end(`${[`HTTP/1.1 ${status}`, ...lines].join('\r\n')}\r\n\r\n${body}`)
}
