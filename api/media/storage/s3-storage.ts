import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, openAsBlob } from 'node:fs'
import { opendir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { MINUTE } from '../../../contract/time.ts'
import { type AskBucket, askBucket, type Bucket } from './ask-bucket.ts'
import { contentType } from './content-type.ts'
import { checkedKey, type Storage } from './storage.ts'

const UPLOAD_LIMIT_MS = 10 * MINUTE

type Place = {
  /** The beginning of all keys in the bucket. */
  prefix: string
  /** For readers of the bucket itself, such as a CDN. */
  cacheControl: string
  /** Content is written here first: a bucket needs its length and hash in advance. */
  folder: string
  /** Which keys below the prefix belong to this storage. It is missing if all of them do. */
  belongs?: RegExp
}

/** Stores files in a bucket of any service that speaks S3. */
export async function s3Storage(
  bucket: Bucket,
  { prefix, cacheControl, folder, belongs = /^/ }: Place,
): Promise<Storage> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const ask = await askBucket(bucket)
  const pathOf = (key: string) => `/${prefix}${checkedKey(key)}`

  return {
    async put(key, content) {
      const path = pathOf(key)
      const temporary = join(folder, `.${randomUUID()}`)
      try {
        const sha256 = await gather(content, temporary)
        // Sends no header about access, so that a private bucket stays private.
        const headers = {
          'X-Amz-Content-Sha256': sha256,
          'Content-Type': contentType(key),
          'Cache-Control': cacheControl,
        }
        const body = await openAsBlob(temporary)
        const response = await ask(path, { method: 'PUT', body, headers }, UPLOAD_LIMIT_MS)
        if (!response.ok) throw await ask.errorOf('PUT', response)
        await response.body?.cancel()
      } finally {
        await rm(temporary, { force: true })
      }
    },

    async read(key, range) {
      const headers: Record<string, string> = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
      const response = await ask(pathOf(key), { headers })
      if (response.ok && response.body) return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
      if (response.status !== 404) throw await ask.errorOf('GET', response)
      await response.body?.cancel()
      await ask.check()
      return undefined
    },

    async stat(key) {
      const response = await ask(pathOf(key), { method: 'HEAD' })
      if (response.status === 404) {
        await ask.check()
        return undefined
      }
      if (!response.ok) throw await ask.errorOf('HEAD', response)
      const version = (response.headers.get('etag') ?? '').replace(/[^\w-]/g, '')
      const changedAt = Date.parse(response.headers.get('last-modified') ?? '') || 0
      return { bytes: Number(response.headers.get('content-length')), version, changedAt }
    },

    async remove(key) {
      const response = await ask(pathOf(key), { method: 'DELETE' })
      if (!response.ok && response.status !== 404) throw await ask.errorOf('DELETE', response)
      await response.body?.cancel()
      // A missing bucket must not look like a removed recording.
      if (response.status === 404) await ask.check()
    },

    async *keys() {
      for await (const path of pathsBelow(prefix, ask)) {
        const key = path.slice(prefix.length)
        if (belongs.test(key)) yield key
      }
    },

    async removeTemporaryFiles(time) {
      for await (const { name } of await opendir(folder)) {
        const path = join(folder, name)
        if (name.startsWith('.') && (await stat(path)).mtimeMs < time) await rm(path, { force: true })
      }
    },
  }
}

/** Writes the content to a file and returns its hash. */
async function gather(content: AsyncIterable<Uint8Array>, file: string): Promise<string> {
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const chunk of content) {
      hash.update(chunk)
      yield chunk
    }
  }
  await writeFile(file, hashed(), { flag: 'wx', mode: 0o600 })
  return hash.digest('hex')
}

async function* pathsBelow(prefix: string, ask: AskBucket): AsyncIterable<string> {
  let last = ''
  for (let isMore = true; isMore; ) {
    const query = new URLSearchParams({ prefix, ...(last ? { marker: last } : {}) })
    const response = await ask(`?${query}`, {})
    if (!response.ok) throw await ask.errorOf('list', response)
    const xml = await response.text()
    // Our own keys have no characters that XML escapes.
    for (const [, path = ''] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) {
      yield path
      last = path
    }
    isMore = xml.includes('<IsTruncated>true<')
  }
}
