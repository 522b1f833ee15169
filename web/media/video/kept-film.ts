import { useEffect, useState } from 'react'
import { filmFile } from '../../../contract/films.ts'
import { otherVersions } from '../../../contract/lesson-media.ts'
import { MEDIA_CACHE, mediaKey } from '../../worker/media-cache.ts'
import { hasDownloads } from '../has-downloads.ts'

/** What this phone keeps of a film: a file of it, its sound only, or nothing. */
export type KeptFilm = { file?: string; isSoundOnly?: true }

/** Undefined as long as it is not known. What is kept costs nothing to play, so players begin with it. */
export function useKeptFilm(avFilename: string, soundOnly: string | undefined): KeptFilm | undefined {
  const [kept, setKept] = useState<KeptFilm | undefined>(hasDownloads() ? undefined : {})
  useEffect(() => {
    let isLeft = false
    if (hasDownloads())
      find(avFilename, soundOnly).then(
        found => isLeft || setKept(found),
        () => isLeft || setKept({}),
      )
    return () => {
      isLeft = true
    }
  }, [avFilename, soundOnly])
  return kept
}

async function find(avFilename: string, soundOnly: string | undefined): Promise<KeptFilm> {
  const cache = await caches.open(MEDIA_CACHE)
  const isHere = async (name: string) => (await cache.match(mediaKey(name))) !== undefined
  for (const file of otherVersions(filmFile(avFilename, '480.webm'))) if (await isHere(file)) return { file }
  return soundOnly && (await isHere(soundOnly)) ? { isSoundOnly: true } : {}
}
