import { otherVersions } from '../../contract/lesson-media.ts'
import { isPage } from './is-page.ts'
import { MEDIA_CACHE, mediaKey } from './media-cache.ts'

/**
 * A sound, film or picture of a kept lesson, from this phone; anything else from the network. Without a network a film
 * comes in the size that is kept.
 */
export async function mediaFor(request: Request, name: string): Promise<Response> {
  const saved = await find(name)
  if (saved) return partOfResponse(saved, request.headers.get('Range'))
  try {
    return await fetch(request)
  } catch (reason) {
    for (const other of otherVersions(name)) {
      const instead = await find(other)
      if (instead) return partOfResponse(instead, request.headers.get('Range'))
    }
    throw reason
  }
}

export async function deleteSavedMedia(): Promise<void> {
  await caches.delete(MEDIA_CACHE)
}

async function find(name: string): Promise<Response | undefined> {
  const saved = await caches.match(mediaKey(name), { cacheName: MEDIA_CACHE }).catch(() => undefined)
  return saved && !isPage(saved) ? saved : undefined
}

/** The part of a file that a player asks for. Players seek by ranges, and Safari plays nothing without them. */
export async function partOfResponse(whole: Response, header: string | null): Promise<Response> {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  // Several ranges at once may be answered with the whole file (RFC 9110), as our server does if they do not touch.
  if (first === '' && last === '') return whole
  const blob = await whole.blob()
  const { size, type } = blob
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end) return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } })
  const headers = {
    'Accept-Ranges': 'bytes',
    'Content-Length': String(end - start + 1),
    'Content-Range': `bytes ${start}-${end}/${size}`,
    'Content-Type': type || (whole.headers.get('Content-Type') ?? ''),
  }
  return new Response(blob.slice(start, end + 1), { status: 206, headers })
}
