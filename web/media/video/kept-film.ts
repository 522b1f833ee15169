import { useEffect, useState } from 'react'
import { hasDownloads } from '../has-downloads.ts'
import type { KeptFilm } from './find-kept-film.ts'

/** Undefined until it is known. A kept file costs nothing to play, so players begin with it. */
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
  const { findKeptFilm } = await import('./find-kept-film.ts')
  return findKeptFilm(avFilename, soundOnly)
}
