import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { BusboyInstance } from '@fastify/busboy'
import { ApiError, type ErrorCode } from '../../../contract/calls/api-error.ts'
import { FORM_LIMIT_BYTES, parserFor } from './form-parser.ts'

const NAME_LIMIT = 100

export type Form = {
  /** What the client calls the file. */
  filename: string
  /** Ends when the whole form has arrived and is in order; refuses as soon as it is not. */
  file: AsyncIterable<Buffer>
  /** Complete when `file` has ended. */
  fields: ReadonlyMap<string, string>
}

/**
 * Hands over a form as soon as its file begins, to be read while it arrives. Whatever is not read when the work is done
 * is thrown away as it comes.
 */
export async function withForm<T>(request: IncomingMessage, work: (form: Form) => Promise<T>): Promise<T> {
  const reading = new Reading(request)
  try {
    return await work(await reading.opened)
  } finally {
    reading.stop('bad-request')
  }
}

class Reading {
  readonly opened: Promise<Form>
  readonly #open = Promise.withResolvers<Form>()
  readonly #ended = Promise.withResolvers<void>()
  readonly #stopped = Promise.withResolvers<void>()
  readonly #fields = new Map<string, string>()
  readonly #parser: BusboyInstance
  #file: Readable | undefined
  #isStopped = false

  constructor(request: IncomingMessage) {
    this.opened = this.#open.promise
    // What is refused before or after somebody waits for it is no mistake of the program.
    this.opened.catch(() => {})
    this.#ended.promise.catch(() => {})
    this.#parser = parserFor(request)
    this.#listen()
    // An error here is a line that went dead.
    this.#read(request).catch(() => this.stop('bad-request'))
  }

  stop(code: ErrorCode): void {
    const refusal = new ApiError(code)
    this.#isStopped = true
    this.#stopped.resolve()
    this.#open.reject(refusal)
    this.#ended.reject(refusal)
    this.#file?.destroy(refusal)
  }

  /**
   * What nobody wants any more is still read, so that the answer is heard; but not more than a form may hold. Leaving the
   * loop must not end the connection before the answer.
   */
  async #read(request: IncomingMessage): Promise<void> {
    let received = 0
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      received += chunk.length
      if (received > FORM_LIMIT_BYTES) return this.stop('too-large')
      if (!this.#isStopped) await this.#take(chunk)
    }
    if (!this.#isStopped) this.#parser.end()
  }

  async #take(chunk: Buffer): Promise<void> {
    await turn()
    if (this.#parser.write(chunk)) return
    const { promise: drained, resolve } = Promise.withResolvers<void>()
    this.#parser.once('drain', resolve)
    await Promise.race([drained, this.#stopped.promise])
    this.#parser.off('drain', resolve)
  }

  #listen(): void {
    const refuse = () => this.stop('bad-request')
    for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit', 'error']) this.#parser.on(event, refuse)
    this.#parser.on('field', (name, value, isNameCut, isValueCut) => {
      if (isNameCut || isValueCut || !isName(name)) return refuse()
      this.#fields.set(name, value)
    })
    this.#parser.on('file', (name, file, filename) => {
      file.on('error', refuse)
      file.once('limit', () => this.stop('too-large'))
      this.#file = file
      if (name !== 'file') return refuse()
      this.#open.resolve({ filename, fields: this.#fields, file: this.#whole(file) })
    })
    this.#parser.on('finish', () => {
      this.#ended.resolve()
      // Without a file there is nothing to wait for.
      this.#open.reject(new ApiError('bad-request', { message: 'file: is missing' }))
    })
  }

  async *#whole(file: Readable): AsyncGenerator<Buffer> {
    try {
      yield* file
    } catch (error) {
      // Of a file that ends in the middle the parser tells in its own words.
      throw error instanceof ApiError ? error : new ApiError('bad-request')
    }
    await this.#ended.promise
  }
}

function isName(name: unknown): boolean {
  return typeof name === 'string' && name.length > 0 && name.length <= NAME_LIMIT
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Waits for its turn to do a small piece of dear work. Between any two pieces everybody else has the event loop, so a
 * crowd of uploads makes nobody else wait for more than one of them.
 */
function turn(): Promise<unknown> {
  last = last.then(() => new Promise(setImmediate))
  return last
}
