import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { BusboyInstance } from '@fastify/busboy'
import { ApiError, type ErrorCode } from '../../../../contract/calls/api-error.ts'
import { FORM_LIMIT_BYTES, parserFor } from './form-parser.ts'

const NAME_LIMIT = 100

export type Form = {
  filename: string
  /** Ends when the whole form has arrived and is valid. Throws as soon as it is invalid. */
  file: AsyncIterable<Buffer>
  /** Complete when `file` has ended. */
  fields: ReadonlyMap<string, string>
}

/**
 * Calls `work` as soon as the file of the form begins, so that it is read while it arrives. The rest of the form is
 * discarded when `work` is done.
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
    // Without these two lines, an error before or after `work` waits would be an unhandled rejection.
    this.opened.catch(() => {})
    this.#ended.promise.catch(() => {})
    this.#parser = parserFor(request)
    this.#listen()
    // An error here is a broken connection.
    this.#read(request).catch(() => this.stop('bad-request'))
  }

  stop(code: ErrorCode): void {
    const error = new ApiError(code)
    this.#isStopped = true
    this.#stopped.resolve()
    this.#open.reject(error)
    this.#ended.reject(error)
    this.#file?.destroy(error)
  }

  /**
   * Reads on after an error, so that the client receives the response, but not beyond the size limit. Leaving the loop
   * must not close the connection before the response.
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
    const stopAsBad = () => this.stop('bad-request')
    for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit', 'error']) this.#parser.on(event, stopAsBad)
    this.#parser.on('field', (name, value, isNameCut, isValueCut) => {
      if (isNameCut || isValueCut || !isName(name) || value.includes('\0')) return stopAsBad()
      this.#fields.set(name, value)
    })
    this.#parser.on('file', (name, file, filename) => {
      file.on('error', stopAsBad)
      file.once('limit', () => this.stop('too-large'))
      this.#file = file
      if (name !== 'file') return stopAsBad()
      this.#open.resolve({ filename, fields: this.#fields, file: this.#whole(file) })
    })
    this.#parser.on('finish', () => {
      this.#ended.resolve()
      this.#open.reject(new ApiError('bad-request', { message: 'file: is missing' }))
    })
  }

  async *#whole(file: Readable): AsyncGenerator<Buffer> {
    try {
      yield* file
    } catch (error) {
      // The parser's own error for a file that is cut off.
      throw error instanceof ApiError ? error : new ApiError('bad-request')
    }
    await this.#ended.promise
  }
}

/** Names that no app of ours sends, and that would change the prototype of an object. */
const PROTOTYPES = ['__proto__', 'constructor', 'prototype']

function isName(name: unknown): boolean {
  return typeof name === 'string' && name.length > 0 && name.length <= NAME_LIMIT && !PROTOTYPES.includes(name)
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Waits until this upload may process its next chunk. Other requests run between two chunks, so many uploads at once
 * delay a request by one chunk only.
 */
function turn(): Promise<unknown> {
  last = last.then(() => new Promise(setImmediate))
  return last
}
