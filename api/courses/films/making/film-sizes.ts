import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FILM_WIDTHS, type FilmVersion, filmFile } from '../../../../contract/films.ts'
import { linkOrCopy, pathOfOriginal, sizesOfOriginal } from '../../files/originals.ts'
import { isFilm, type MediaFile } from '../../reading/media-file.ts'
import type { FilmPlaces } from '../make-films.ts'

/**
 * The sizes of a film that an author brought, by the digest of the film: made once, however many courses have it. They are
 * beside the originals and not served. Publishing gives them the names below which learners load them.
 */
export async function placesByDigest(mediaDir: string, digest: string): Promise<FilmPlaces> {
  const folder = sizesOfOriginal(mediaDir, digest)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return { source: pathOfOriginal(mediaDir, digest), folder, fileOf: version => join(folder, version) }
}

/** What the sizes of a film weigh. Undefined as long as one is missing. */
export async function madeSizes(
  mediaDir: string,
  digest: string,
): Promise<{ usual: number; saving: number } | undefined> {
  const sizeOf = async (version: FilmVersion) => await bytesOfSize(mediaDir, digest, version)
  const sizes = await Promise.all(
    FILM_WIDTHS.flatMap(width => [sizeOf(`${width}.webm`), sizeOf(`${width}.mp4`)] as const),
  )
  const [usual, saving, poster = 0] = await Promise.all([sizeOf('480.mp4'), sizeOf('320.mp4'), sizeOf('poster.jpg')])
  if (sizes.includes(undefined) || usual === undefined || saving === undefined) return undefined
  return { usual: usual + poster, saving: saving + poster }
}

export async function bytesOfSize(mediaDir: string, digest: string, version: FilmVersion): Promise<number | undefined> {
  return (await stat(join(sizesOfOriginal(mediaDir, digest), version)).catch(() => undefined))?.size
}

/** Gives the sizes of films the names below which learners load them. */
export async function linkSizes(files: readonly MediaFile[], mediaDir: string): Promise<void> {
  for (const { digest, wireName } of files.filter(isFilm)) {
    const folder = sizesOfOriginal(mediaDir, digest)
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter(one => !one.startsWith('.')))
      await linkOrCopy(join(folder, name), join(mediaDir, filmFile(wireName, name as FilmVersion)))
  }
}
