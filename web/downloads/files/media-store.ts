import { MEDIA_CACHE, mediaKey } from '../../worker/media-cache.ts'
import type { FilePart, FileStore } from './fetch-file.ts'
import { NoSpaceError } from './free-space.ts'

const PART = /^\/media\/([^/?]+)\?from=(\d+)$/
const WHOLE = /^\/media\/([^/?]+)$/

/** The files of kept lessons, and parts of files whose download was cut, in the media cache. */
export const mediaStore: FileStore = {
  async sizeOf(name) {
    const response = await (await open()).match(mediaKey(name))
    return response && Number(response.headers.get('Content-Length'))
  },

  async parts(name) {
    const cache = await open()
    const keys = (await cache.keys()).flatMap(({ url }) => partIn(url) ?? []).filter(part => part.name === name)
    const parts = await Promise.all(
      keys.map(async ({ from }) => {
        const response = await cache.match(partKey(name, from))
        return response && { ...noteOf(response), from, blob: await response.blob() }
      }),
    )
    return parts.filter(part => part !== undefined).sort((one, other) => one.from - other.from)
  },

  async addPart(name, { from, blob, total, etag }) {
    const headers = { 'X-Total': String(total), ...(etag ? { 'X-ETag': etag } : {}) }
    await put(partKey(name, from), new Response(blob, { headers }))
  },

  async finish(name, blob) {
    // A response of our own has no length by itself, and the worker needs it.
    const headers = { 'Content-Length': String(blob.size), 'Content-Type': blob.type }
    await put(mediaKey(name), new Response(blob, { headers }))
    await mediaStore.dropParts(name)
  },

  async dropParts(name) {
    const cache = await open()
    const parts = (await cache.keys()).filter(({ url }) => partIn(url)?.name === name)
    await Promise.all(parts.map(key => cache.delete(key)))
  },
}

/** The content has arrived already, so each error means that the phone has no room, whatever the browser calls it. */
async function put(key: string, response: Response): Promise<void> {
  await (await open()).put(key, response).catch(() => {
    throw new NoSpaceError()
  })
}

/** The content of a whole file. */
export async function storedFile(name: string): Promise<Blob | undefined> {
  return (await (await open()).match(mediaKey(name)))?.blob()
}

/** Names of the whole files. */
export async function storedFiles(): Promise<string[]> {
  return (await (await open()).keys()).flatMap(({ url }) => WHOLE.exec(pathOf(url))?.[1] ?? [])
}

/** Names of all files, complete or in parts. */
export async function storedNames(): Promise<string[]> {
  const names = (await (await open()).keys()).map(({ url }) => WHOLE.exec(pathOf(url))?.[1] ?? partIn(url)?.name)
  return [...new Set(names)].filter(name => name !== undefined)
}

export async function deleteFile(name: string): Promise<void> {
  await (await open()).delete(mediaKey(name))
  await mediaStore.dropParts(name)
}

/** Rejects where the browser stores nothing: in some private windows, and on pages without https. */
function open(): Promise<Cache> {
  return caches.open(MEDIA_CACHE)
}

function partKey(name: string, from: number): string {
  return `${mediaKey(name)}?from=${from}`
}

function partIn(url: string): { name: string; from: number } | undefined {
  const [, name, from] = PART.exec(pathOf(url)) ?? []
  return name === undefined ? undefined : { name, from: Number(from) }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

function noteOf({ headers }: Response): Pick<FilePart, 'total' | 'etag'> {
  return { total: Number(headers.get('X-Total')), etag: headers.get('X-ETag') ?? undefined }
}
