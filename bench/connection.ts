import { connect, type Socket } from 'node:net'

export type PreparedRequest = { method: string; path: string; headers: Record<string, string>; body?: string }
export type Answer = { status: number; head: string; body: Buffer }

const HEAD_END = '\r\n\r\n'

/**
 * One open connection that sends one request at a time. It uses a bare socket: with two cores, a real client would use
 * more time than the measured server.
 */
export class Connection {
  readonly #socket: Socket
  readonly #host: string
  #received: Buffer = Buffer.alloc(0)
  #waiting: PromiseWithResolvers<Answer> | undefined

  static async open(origin: string): Promise<Connection> {
    const { hostname, port, host } = new URL(origin)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return new Connection(socket, host)
  }

  constructor(socket: Socket, host: string) {
    this.#socket = socket
    this.#host = host
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', error => this.#waiting?.reject(error))
    socket.on('close', () => this.#waiting?.reject(new Error('The server closed the connection')))
  }

  async ask(ask: PreparedRequest): Promise<Answer> {
    // If nobody waited when the connection was closed, the error has reached nobody.
    if (this.#socket.destroyed) throw new Error('The server closed the connection')
    this.#waiting = Promise.withResolvers<Answer>()
    this.#socket.write(this.#written(ask))
    return this.#waiting.promise
  }

  close(): void {
    this.#socket.destroy()
  }

  #written({ method, path, headers, body = '' }: PreparedRequest): string {
    const all = body ? { ...headers, 'Content-Length': String(Buffer.byteLength(body)) } : headers
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    return `${method} ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n${lines.join('')}\r\n${body}`
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length > 0 ? Buffer.concat([this.#received, chunk]) : chunk
    const end = this.#received.indexOf(HEAD_END)
    if (end < 0) return
    const head = this.#received.toString('latin1', 0, end)
    // A response without a body has no length.
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    const body = this.#received.subarray(end + HEAD_END.length)
    if (body.length < length) return
    this.#received = Buffer.alloc(0)
    // 'HTTP/1.1 200 …'
    this.#waiting?.resolve({ status: Number(head.slice(9, 12)), head, body })
  }
}
