import { createHmac, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import { FOR_AUTHORS } from '../../../../contract/team-roles.ts'
import { HOUR } from '../../../../contract/time.ts'
import type { WrittenCourse } from '../../../courses/drafts/draft-store.ts'
import { isFilmName } from '../../../courses/files/course-file-list.ts'
import type { Originals } from '../../../courses/files/originals.ts'
import type { Db } from '../../../database/tables.ts'
import { sendStored } from '../../../media/send-stored.ts'
import { diskStorage } from '../../../media/storage/disk-storage.ts'
import { rolesIn } from '../../../team/roles.ts'

const PATH = '/org/v1/filmFiles/:digest'

/** Who plays a film: an author by uid, or somebody with a link to the draft, by the hash of the link. */
export type FilmViewer = { author: string } | { link: string }

/**
 * The URL of an unpublished film for a player, because a player sends no token. It is valid for this film, this viewer
 * and an hour. It ends earlier if the author is blocked or loses the role, or if the link ends. The caller has checked
 * that the viewer may have it.
 */
export function filmUrl(
  key: Buffer,
  { files, versionFiles = [] }: Pick<WrittenCourse, 'files' | 'versionFiles'>,
  digest: string,
  { viewer, now, expiresAt = now + HOUR }: { viewer: FilmViewer; now: number; expiresAt?: number },
): { url: string; expiresAt: number } {
  const file = [...files, ...versionFiles].find(one => one.digest === digest)
  if (!file || !isFilmName(file.name)) throw new ApiError('not-found')
  const until = Math.min(expiresAt, now + HOUR)
  const signature = signatureOf(key, digest, viewer, until)
  const query = new URLSearchParams({ ...viewer, expires: String(until), signature })
  return { url: `${PATH.replace(':digest', digest)}?${query}`, expiresAt: until }
}

function signatureOf(key: Buffer, digest: string, viewer: FilmViewer, expiresAt: number): string {
  const signed = `film of a draft ${JSON.stringify([digest, viewer, expiresAt])}`
  return createHmac('sha256', key).update(signed).digest('base64url')
}

type Deps = { db: Db; urlKey: Buffer; now: () => number; originals: Originals }
type Asked = { Params: { digest: string }; Querystring: Record<string, unknown> }

/** Any error is a 404, so that a stranger learns nothing. */
export function serveFilmFiles(app: FastifyInstance, { db, urlKey, now, originals: { mediaDir, bucket } }: Deps): void {
  const disk = diskStorage(join(mediaDir, 'originals'))
  app.get<Asked>(PATH, async (request, reply) => {
    const { digest } = request.params
    const viewer = /^[0-9a-f]{64}$/.test(digest) ? signedViewer(urlKey, digest, request.query, now()) : undefined
    if (!viewer || !(await mayStillView(db, viewer))) throw new ApiError('not-found')
    const onDisk = await disk.stat(digest)
    const found = onDisk ?? (await bucket?.stat(digest))
    if (!found) throw new ApiError('not-found')
    reply.headers({
      'Cache-Control': 'private, no-cache',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    return sendStored(request, reply, onDisk || !bucket ? disk : bucket, { key: digest, ...found, type: 'video/mp4' })
  })
}

/** The viewer that a URL names; undefined if it is forged or has expired. */
function signedViewer(
  key: Buffer,
  digest: string,
  { author, link, expires, signature }: Asked['Querystring'],
  now: number,
): FilmViewer | undefined {
  const expiresAt = Number(expires)
  const viewer = typeof author === 'string' ? { author } : { link: String(link) }
  if (typeof signature !== 'string' || !(expiresAt > now)) return undefined
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(key, digest, viewer, expiresAt))]
  return given.length === right.length && timingSafeEqual(given, right) ? viewer : undefined
}

async function mayStillView(db: Db, viewer: FilmViewer): Promise<boolean> {
  if ('author' in viewer) {
    const user = db.selectFrom('users').select(['team_roles', 'blocked_at']).where('uid', '=', viewer.author)
    const { team_roles, blocked_at = 0 } = (await user.executeTakeFirst()) ?? {}
    return blocked_at === null && FOR_AUTHORS.some(role => rolesIn(team_roles).includes(role))
  }
  const link = db.selectFrom('phone_links').select('hash').where('hash', '=', viewer.link)
  return (await link.executeTakeFirst()) !== undefined
}
