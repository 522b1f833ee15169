import { isPage } from '../../worker/is-page.ts'

/** A part of a file whose download was cut. */
export type FilePart = {
  /** The position of its first byte in the file. */
  from: number
  blob: Blob
  /** Bytes of the whole file; 0 if the server did not say. */
  total: number
  etag: string | undefined
}

export type FileStore = {
  /** Bytes of a whole file; undefined if it is not here. */
  sizeOf(name: string): Promise<number | undefined>
  /** The parts of a file in order. */
  parts(name: string): Promise<FilePart[]>
  addPart(name: string, part: FilePart): Promise<void>
  /** Stores the whole file, and deletes its parts. */
  finish(name: string, blob: Blob): Promise<void>
  dropParts(name: string): Promise<void>
}

type Options = {
  url: string
  signal: AbortSignal
  /** Called with the bytes that are here so far. */
  onBytes?(bytes: number): void
  /** Called before the first byte; rejects if there is no room for this many more bytes. */
  makeSure?(bytes: number): Promise<void>
}

/** The server has no such file. */
export class FileGoneError extends Error {}

/** The server asks to come back later. */
export class TryLaterError extends Error {
  retryAfterMs: number
  constructor(retryAfterMs: number) {
    super('The server asked to wait')
    this.retryAfterMs = retryAfterMs
  }
}

/** At most this much is lost when a tab is closed. */
export const PART_BYTES = 256 * 1024
/** The parts here do not match the file of the server, so the next try starts over. */
const RANGE_NOT_SATISFIABLE = 416
/** A phone does not notice every connection that has died. */
const STALLED_MS = 30_000

/**
 * Downloads a file into the store, from where an earlier try was cut. Rejects with the reason of the cut; what arrived
 * until then is stored.
 */
export async function fetchFile(name: string, store: FileStore, options: Options): Promise<void> {
  const { url, signal, onBytes, makeSure } = options
  let parts = joined(await store.parts(name))
  const here = () => parts.reduce((sum, { blob }) => sum + blob.size, 0)
  const [first] = parts
  if (first && first.total > 0 && here() === first.total) return finish()
  const stop = new AbortController()
  const onAbort = () => stop.abort(signal.reason)
  signal.throwIfAborted()
  signal.addEventListener('abort', onAbort)
  let stalled: ReturnType<typeof setTimeout> | undefined
  const noteAlive = () => {
    clearTimeout(stalled)
    stalled = setTimeout(() => stop.abort(new Error('The connection stalled')), STALLED_MS)
  }
  try {
    noteAlive()
    const response = await ask(url, { from: here(), etag: first?.etag, signal: stop.signal })
    if (response.ok && isPage(response)) throw new Error(`${name} is a page`)
    if (!response.ok && response.status !== RANGE_NOT_SATISFIABLE) throw failure(response)
    if (here() > 0 && !continuesAt(response, here())) await startOver()
    if (!response.ok) throw failure(response)
    const total = totalOf(response, here())
    await makeSure?.(Math.max(0, total - here()))
    await read(response, total)
    if (total > 0 && here() !== total) throw new Error(`${name} ended early`)
    await finish(response.headers.get('Content-Type'))
  } catch (reason) {
    // Throws our own reason: some browsers throw an AbortError instead, which could also mean a full disk.
    throw stop.signal.aborted ? stop.signal.reason : reason
  } finally {
    clearTimeout(stalled)
    signal.removeEventListener('abort', onAbort)
  }

  async function startOver(): Promise<void> {
    parts = []
    await store.dropParts(name)
  }

  async function read(response: Response, total: number): Promise<void> {
    const reader = response.body?.getReader()
    if (!reader) throw new Error('A response without a body')
    const type = response.headers.get('Content-Type') ?? ''
    const etag = response.headers.get('ETag') ?? undefined
    let buffer: Uint8Array<ArrayBuffer>[] = []
    let buffered = 0
    const flush = async () => {
      const part = { from: here(), blob: new Blob(buffer, { type }), total, etag }
      buffer = []
      buffered = 0
      parts.push(part)
      await store.addPart(name, part)
    }
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        noteAlive()
        buffer.push(value)
        buffered += value.byteLength
        onBytes?.(here() + buffered)
        if (buffered >= PART_BYTES) await flush()
      }
    } catch (reason) {
      if (buffered > 0) await flush().catch(() => {})
      throw reason
    } finally {
      reader.cancel().catch(() => {})
    }
    // The end of a file is stored with the whole file.
    if (buffered > 0) parts.push({ from: here(), blob: new Blob(buffer, { type }), total, etag })
  }

  async function finish(contentType = parts.at(-1)?.blob.type ?? null): Promise<void> {
    await store.finish(
      name,
      new Blob(
        parts.map(({ blob }) => blob),
        { type: contentType ?? '' },
      ),
    )
  }
}

/** The parts from the first byte to the first gap, which another tab may have left. */
function joined(parts: FilePart[]): FilePart[] {
  let end = 0
  return parts.filter(({ from, blob }) => {
    if (from !== end) return false
    end += blob.size
    return true
  })
}

type Ask = { from: number; etag: string | undefined; signal: AbortSignal }

async function ask(url: string, { from, etag, signal }: Ask): Promise<Response> {
  if (from === 0) return fetch(url, { signal })
  const headers = { Range: `bytes=${from}-`, ...(etag ? { 'If-Range': etag } : {}) }
  const isElsewhere = /^https?:/.test(url) && new URL(url).origin !== globalThis.location?.origin
  try {
    return await fetch(url, { signal, headers })
  } catch (reason) {
    if (!isElsewhere || signal.aborted) throw reason
    // Another host may forbid the header of a range, and the browser does not say that this was the reason.
    return fetch(url, { signal })
  }
}

/** Another host may hide the header that says where its range begins; then the status 206 is enough. */
function continuesAt({ status, headers }: Response, from: number): boolean {
  const range = headers.get('Content-Range')
  return status === 206 && (range === null || range.startsWith(`bytes ${from}-`))
}

/** Bytes of the whole file; 0 if the server does not say. The length of a compressed body is not that of the file. */
function totalOf({ headers, status }: Response, from: number): number {
  const inRange = Number(headers.get('Content-Range')?.split('/')[1])
  if (inRange > 0) return inRange
  if (headers.has('Content-Encoding')) return 0
  const length = Number(headers.get('Content-Length') ?? 0)
  return length > 0 ? length + (status === 206 ? from : 0) : 0
}

function failure({ status, headers }: Response): Error {
  if (status === 404 || status === 410 || status === 403) return new FileGoneError(`answered ${status}`)
  return new TryLaterError(1000 * Number(headers.get('Retry-After') ?? 0))
}
