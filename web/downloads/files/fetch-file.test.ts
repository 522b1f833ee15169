import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { requestedRange } from '../../../api/media/ranges.ts'
import { FileGoneError, type FilePart, type FileStore, fetchFile, PART_BYTES, TryLaterError } from './fetch-file.ts'

const film = randomBytes(3 * PART_BYTES + 1000)
const ETAG = '"v1"'

type Options = {
  /** The connection is cut after so many bytes of a response. */
  cutAfter?: number
  status?: number
  content?: Buffer<ArrayBuffer>
  etag?: string
  hasRanges?: boolean
  type?: string
}

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server with a film. `next` says how it answers the next request. */
async function serverOf(next: Options) {
  const ranges: (string | undefined)[] = []
  const server = createServer((request, response) => {
    ranges.push(request.headers.range)
    answer(request, response, next)
  }).listen(0, 'localhost')
  await new Promise(resolve => server.once('listening', resolve))
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/film.mp4`, ranges }
}

function answer(request: IncomingMessage, response: ServerResponse, options: Options): void {
  const { cutAfter, status, content = film, etag = ETAG, hasRanges = true, type = 'video/mp4' } = options
  if (status) return void response.writeHead(status, { 'Retry-After': '7' }).end()
  const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const range = hasRanges && isSame ? requestedRange(request.headers.range, content.length) : undefined
  if (range === 'unsatisfiable') return void response.writeHead(416).end()
  const { start, end } = range ?? { start: 0, end: content.length - 1 }
  const body = content.subarray(start, end + 1)
  response.writeHead(range ? 206 : 200, {
    'Content-Length': body.length,
    'Content-Type': type,
    ETag: etag,
    ...(range ? { 'Content-Range': `bytes ${start}-${end}/${content.length}` } : {}),
  })
  if (cutAfter === undefined) return void response.end(body)
  response.write(body.subarray(0, cutAfter), () => response.destroy())
}

/** A phone that keeps its files in memory. */
class Phone implements FileStore {
  readonly whole = new Map<string, Blob>()
  stored: FilePart[] = []
  sizeOf = async (name: string) => this.whole.get(name)?.size
  parts = async () => this.stored
  addPart = async (_: string, part: FilePart) => void this.stored.push(part)
  dropParts = async () => {
    this.stored = []
  }
  finish = async (name: string, blob: Blob) => {
    this.whole.set(name, blob)
    this.stored = []
  }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function hasFilm(phone: Phone, content = film): Promise<boolean> {
  const blob = phone.whole.get('film.mp4')
  return blob !== undefined && hashOf(new Uint8Array(await blob.arrayBuffer())) === hashOf(content)
}

/** One try. Resolves to what went wrong. */
async function tryOn(phone: Phone, url: string, more: Partial<Parameters<typeof fetchFile>[2]> = {}) {
  const { signal } = new AbortController()
  return fetchFile('film.mp4', phone, { url, signal, ...more }).catch((reason: Error) => reason)
}

test('a film that is cut in the middle goes on with the byte where it was cut', async () => {
  const next: Options = { cutAfter: PART_BYTES + 5000 }
  const { url, ranges } = await serverOf(next)
  const phone = new Phone()
  expect(await tryOn(phone, url)).toBeInstanceOf(Error)
  expect(await hasFilm(phone)).toBe(false)
  next.cutAfter = PART_BYTES
  expect(await tryOn(phone, url)).toBeInstanceOf(Error)
  delete next.cutAfter
  const heard: number[] = []
  expect(await tryOn(phone, url, { onBytes: bytes => void heard.push(bytes) })).toBeUndefined()
  expect(await hasFilm(phone)).toBe(true)
  expect(phone.stored).toEqual([])
  expect(ranges).toEqual([undefined, `bytes=${PART_BYTES + 5000}-`, `bytes=${2 * PART_BYTES + 5000}-`])
  expect(heard.at(-1)).toBe(film.length)
  expect(phone.whole.get('film.mp4')?.type).toBe('video/mp4')
})

test('a tab that is closed loses at most the last part', async () => {
  const next: Options = {}
  const { url, ranges } = await serverOf(next)
  const phone = new Phone()
  // The tab is closed before it can store the last part and the whole file.
  phone.finish = () => Promise.reject(new Error('closed'))
  expect(await tryOn(phone, url)).toBeInstanceOf(Error)
  const another = new Phone()
  another.stored = phone.stored
  expect(await tryOn(another, url)).toBeUndefined()
  expect(await hasFilm(another)).toBe(true)
  const from = Number(ranges[1]?.match(/\d+/)?.[0])
  expect(from).toBeGreaterThan(film.length - 2 * PART_BYTES)
})

test('a film that is all here, but was not put together, is not asked for again', async () => {
  const { url, ranges } = await serverOf({})
  const phone = new Phone()
  phone.stored = [{ from: 0, blob: new Blob([film]), total: film.length, etag: ETAG }]
  expect(await tryOn(phone, url)).toBeUndefined()
  expect(await hasFilm(phone)).toBe(true)
  expect(ranges).toEqual([])
})

test('parts with a gap between them count up to the gap', async () => {
  const { url, ranges } = await serverOf({})
  const phone = new Phone()
  const part = (from: number, to: number) => ({ from, blob: new Blob([film.subarray(from, to)]), total: film.length })
  phone.stored = [part(0, 1000), part(5000, 6000)].map(one => ({ ...one, etag: ETAG }))
  expect(await tryOn(phone, url)).toBeUndefined()
  expect(await hasFilm(phone)).toBe(true)
  expect(ranges).toEqual(['bytes=1000-'])
})

test.each<[string, Options]>([
  ['has another film under this name', { etag: '"v2"', content: randomBytes(PART_BYTES) }],
  ['knows no ranges', { hasRanges: false }],
])('if the server %s, it starts over', async (_, options) => {
  const next: Options = { cutAfter: PART_BYTES }
  const { url } = await serverOf(next)
  const phone = new Phone()
  expect(await tryOn(phone, url)).toBeInstanceOf(Error)
  expect(phone.stored).not.toEqual([])
  delete next.cutAfter
  Object.assign(next, options)
  expect(await tryOn(phone, url)).toBeUndefined()
  expect(await hasFilm(phone, options.content)).toBe(true)
})

test('parts longer than the film are dropped, and the next try starts over', async () => {
  const { url } = await serverOf({})
  const phone = new Phone()
  phone.stored = [{ from: 0, blob: new Blob([film, film]), total: 0, etag: ETAG }]
  expect(await tryOn(phone, url)).toBeInstanceOf(TryLaterError)
  expect(await tryOn(phone, url)).toBeUndefined()
  expect(await hasFilm(phone)).toBe(true)
})

test('a server that has no such film, or asks to wait, does not count as a cut connection', async () => {
  const phone = new Phone()
  expect(await tryOn(phone, (await serverOf({ status: 404 })).url)).toBeInstanceOf(FileGoneError)
  const later = await tryOn(phone, (await serverOf({ status: 503 })).url)
  expect(later).toMatchObject({ retryAfterMs: 7000 })
})

test('the login page of a Wi-Fi network is not taken for the film, and what is here stays', async () => {
  const next: Options = { cutAfter: PART_BYTES }
  const { url, ranges } = await serverOf(next)
  const phone = new Phone()
  await tryOn(phone, url)
  Object.assign(next, {
    cutAfter: undefined,
    hasRanges: false,
    type: 'text/html',
    content: Buffer.from('<h1>Log in</h1>'),
  })
  expect(await tryOn(phone, url)).toBeInstanceOf(Error)
  expect(phone.whole.size).toBe(0)
  Object.assign(next, { hasRanges: true, type: 'video/mp4', content: film })
  expect(await tryOn(phone, url)).toBeUndefined()
  expect(ranges.at(-1)).toBe(`bytes=${PART_BYTES}-`)
  expect(await hasFilm(phone)).toBe(true)
})

test.each([429, 503])('what is here stays while the server answers %d', async status => {
  const next: Options = { cutAfter: PART_BYTES }
  const { url, ranges } = await serverOf(next)
  const phone = new Phone()
  await tryOn(phone, url)
  delete next.cutAfter
  next.status = status
  expect(await tryOn(phone, url)).toBeInstanceOf(TryLaterError)
  delete next.status
  expect(await tryOn(phone, url)).toBeUndefined()
  expect(ranges.at(-1)).toBe(`bytes=${PART_BYTES}-`)
  expect(await hasFilm(phone)).toBe(true)
})

test('before the first byte it asks whether there is room for the rest', async () => {
  const next: Options = { cutAfter: PART_BYTES }
  const { url } = await serverOf(next)
  const phone = new Phone()
  await tryOn(phone, url)
  delete next.cutAfter
  const wanted: number[] = []
  const makeSure = async (bytes: number) => {
    wanted.push(bytes)
    throw new Error('no room')
  }
  expect(await tryOn(phone, url, { makeSure })).toMatchObject({ message: 'no room' })
  expect(wanted).toEqual([film.length - PART_BYTES])
  expect(await hasFilm(phone)).toBe(false)
})

test('a person who pauses stops it at once, and what is here stays', async () => {
  const { url } = await serverOf({})
  const phone = new Phone()
  const stop = new AbortController()
  const onBytes = (bytes: number) => bytes > PART_BYTES && stop.abort(new Error('paused'))
  expect(await tryOn(phone, url, { signal: stop.signal, onBytes })).toMatchObject({ message: 'paused' })
  expect(phone.stored.reduce((sum, { blob }) => sum + blob.size, 0)).toBeGreaterThanOrEqual(PART_BYTES)
  expect(await tryOn(phone, url)).toBeUndefined()
  expect(await hasFilm(phone)).toBe(true)
})

test('a download that is stopped says why, also where the browser has only its own error for it', async () => {
  const stop = new AbortController()
  const phone = new Phone()
  const { fetch } = globalThis
  closing.push(() => {
    globalThis.fetch = fetch
  })
  globalThis.fetch = (_url, init) =>
    new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
  const reason = new Error('stopped')
  setTimeout(() => stop.abort(reason))
  await expect(fetchFile('film.mp4', phone, { url: '/film.mp4', signal: stop.signal })).rejects.toBe(reason)
})
