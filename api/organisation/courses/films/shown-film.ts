import { createHmac, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import { HOUR } from '../../../../contract/time.ts'
import type { WrittenCourse } from '../../../courses/drafts/draft-store.ts'
import { isFilmName } from '../../../courses/files/course-file-list.ts'
import type { Originals } from '../../../courses/files/originals.ts'
import { sendStored } from '../../../media/send-stored.ts'
import { diskStorage } from '../../../media/storage/disk-storage.ts'

const PATH = '/org/v1/filmFiles/:digest'

/**
 * The URL of a film that is not published, for a player, which sends no token: for this film and an hour. Who may have
 * one was asked before.
 */
export function filmUrl(
  key: Buffer,
  { files, versionFiles = [] }: Pick<WrittenCourse, 'files' | 'versionFiles'>,
  digest: string,
  { now, expiresAt = now + HOUR }: { now: number; expiresAt?: number },
): { url: string; expiresAt: number } {
  const file = [...files, ...versionFiles].find(one => one.digest === digest)
  if (!file || !isFilmName(file.name)) throw new ApiError('not-found')
  const until = Math.min(expiresAt, now + HOUR)
  const query = new URLSearchParams({ expires: String(until), signature: signatureOf(key, digest, until) })
  return { url: `${PATH.replace(':digest', digest)}?${query}`, expiresAt: until }
}

function signatureOf(key: Buffer, digest: string, expiresAt: number): string {
  return createHmac('sha256', key).update(`film of a draft ${digest} ${expiresAt}`).digest('base64url')
}

type Deps = { urlKey: Buffer; now: () => number; originals: Originals }
type Asked = { Params: { digest: string }; Querystring: Record<string, unknown> }

/** Any error is a 404. */
export function serveFilmFiles(app: FastifyInstance, { urlKey, now, originals: { mediaDir, bucket } }: Deps): void {
  const here = diskStorage(join(mediaDir, 'originals'))
  app.get<Asked>(PATH, async (request, reply) => {
    const { digest } = request.params
    if (!/^[0-9a-f]{64}$/.test(digest) || !isSigned(urlKey, digest, request.query, now()))
      throw new ApiError('not-found')
    const onDisk = await here.stat(digest)
    const found = onDisk ?? (await bucket?.stat(digest))
    if (!found) throw new ApiError('not-found')
    reply.headers({
      'Cache-Control': 'private, no-cache',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    return sendStored(request, reply, onDisk || !bucket ? here : bucket, { key: digest, ...found, type: 'video/mp4' })
  })
}

function isSigned(key: Buffer, digest: string, { expires, signature }: Asked['Querystring'], now: number): boolean {
  const expiresAt = Number(expires)
  if (typeof signature !== 'string' || !(expiresAt > now)) return false
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(key, digest, expiresAt))]
  return given.length === right.length && timingSafeEqual(given, right)
}
