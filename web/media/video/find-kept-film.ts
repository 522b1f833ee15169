import { filmFile } from '../../../contract/films.ts'
import { otherVersions } from '../../../contract/lesson-media.ts'
import { MEDIA_CACHE, mediaKey } from '../../worker/media-cache.ts'

/** What this phone keeps of a film: a file of it, its sound only, or nothing. */
export type KeptFilm = { file?: string; isSoundOnly?: true }

/** Looks for the large version first. */
export async function findKeptFilm(avFilename: string, soundOnly: string | undefined): Promise<KeptFilm> {
  const cache = await caches.open(MEDIA_CACHE)
  const isHere = async (name: string) => (await cache.match(mediaKey(name))) !== undefined
  for (const file of otherVersions(filmFile(avFilename, '480.webm'))) if (await isHere(file)) return { file }
  return soundOnly && (await isHere(soundOnly)) ? { isSoundOnly: true } : {}
}
