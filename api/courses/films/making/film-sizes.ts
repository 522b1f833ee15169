import { createReadStream } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FILM_WIDTHS, type FilmVersion, filmFile } from '../../../../contract/films.ts'
import { flushFile } from '../../../media/storage/temporary-files.ts'
import { fetchFromBucket, fetchOriginal, folderOfSizes, linkOrCopy, type Originals } from '../../files/originals.ts'
import { isFilm, type MediaFile } from '../../reading/media-file.ts'
import { filmFiles } from '../film-files.ts'
import type { FilmPlaces } from '../make-films.ts'

/**
 * The places of the sizes of an author's film, by the digest of the film. They are made once, even if many courses have
 * the film, and are not served. Publishing links them to the names under which learners load them.
 */
export async function prepareFilmPlaces(originals: Originals, digest: string): Promise<FilmPlaces> {
  const folder = folderOfSizes(originals.mediaDir, digest)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await bringSizes(originals, digest)
  const source = await fetchOriginal(originals, digest)
  return { source, folder, fileOf: version => join(folder, version) }
}

/** Brings the sizes that another machine made. */
async function bringSizes(originals: Originals, digest: string): Promise<void> {
  const folder = folderOfSizes(originals.mediaDir, digest)
  for (const { version } of filmFiles) await fetchFromBucket(originals, keyOf(digest, version), join(folder, version))
}

/** Stores the sizes that this machine made. */
export async function saveSizes({ mediaDir, bucket }: Originals, digest: string): Promise<void> {
  if (!bucket) return
  const folder = folderOfSizes(mediaDir, digest)
  for (const { version } of filmFiles) {
    const [key, file] = [keyOf(digest, version), join(folder, version)]
    const isMade = await stat(file).catch(() => undefined)
    if (isMade && !(await bucket.stat(key))) await bucket.put(key, createReadStream(file))
  }
}

function keyOf(digest: string, version: FilmVersion): string {
  return `sizes/${digest}/${version}`
}

/** The bytes of all sizes of a film. Undefined as long as one is missing. */
export async function madeFilmBytes(
  originals: Originals,
  digest: string,
): Promise<{ usual: number; saving: number } | undefined> {
  const sizeOf = async (version: FilmVersion) => await bytesOfSize(originals, digest, version)
  const sizes = await Promise.all(
    FILM_WIDTHS.flatMap(width => [sizeOf(`${width}.webm`), sizeOf(`${width}.mp4`)] as const),
  )
  const [usual, saving, poster = 0] = await Promise.all([sizeOf('480.mp4'), sizeOf('320.mp4'), sizeOf('poster.jpg')])
  if (sizes.includes(undefined) || usual === undefined || saving === undefined) return undefined
  return { usual: usual + poster, saving: saving + poster }
}

export async function bytesOfSize(
  { mediaDir, bucket }: Originals,
  digest: string,
  version: FilmVersion,
): Promise<number | undefined> {
  const here = await stat(join(folderOfSizes(mediaDir, digest), version)).catch(() => undefined)
  return here?.size ?? (await bucket?.stat(keyOf(digest, version)))?.bytes
}

/** Links the sizes of films to the names under which learners load them. */
export async function linkSizes(files: readonly MediaFile[], originals: Originals): Promise<void> {
  const { mediaDir } = originals
  for (const { digest, wireName } of files.filter(isFilm)) {
    await bringSizes(originals, digest)
    const folder = folderOfSizes(mediaDir, digest)
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter(one => !one.startsWith('.')))
      await linkOrCopy(join(folder, name), join(mediaDir, filmFile(wireName, name as FilmVersion)))
  }
  await flushFile(mediaDir)
}
