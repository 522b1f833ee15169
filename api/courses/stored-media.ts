import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { LessonBytes } from '../../contract/courses.ts'
import { FILM_WIDTHS, type FilmNotes, type FilmVersion, filmFile } from '../../contract/films.ts'
import type { Publisher } from '../media/publish.ts'
import { filmFiles } from './films/film-files.ts'
import { isFilm, type MediaFile } from './reading/media-file.ts'

/** Bytes of the files in the media folder, by name. */
export type StoredSizes = ReadonlyMap<string, number>

/** The publisher knows files that are only in the bucket: another machine may have made a film. */
type MediaPlace = { mediaDir: string; publisher: Publisher | undefined }

export async function storedSizes(media: readonly MediaFile[], place: MediaPlace): Promise<StoredSizes> {
  return sizesOf(media.flatMap(namesOf), place)
}

async function sizesOf(names: readonly string[], place: MediaPlace): Promise<StoredSizes> {
  const sizes = new Map<string, number>()
  for (const name of names) {
    const bytes = await bytesOfMedia(name, place)
    if (bytes !== undefined) sizes.set(name, bytes)
  }
  return sizes
}

export async function bytesOfMedia(name: string, { mediaDir, publisher }: MediaPlace): Promise<number | undefined> {
  const here = await stat(join(mediaDir, name)).catch(() => undefined)
  return here?.size ?? (await publisher?.bytesOf(name))
}

function namesOf(file: MediaFile): string[] {
  if (!isFilm(file)) return [file.storedName]
  return [file.storedName, ...filmFiles.map(({ version }) => filmFile(file.wireName, version))]
}

/** Adds notes about the versions of a film to every page and answer that has one. */
export function withFilmNotes<T>(value: T, media: readonly MediaFile[], sizes: StoredSizes): T {
  const notes = new Map(media.filter(isFilm).map(({ wireName }) => [wireName, filmNotes(wireName, sizes)]))
  return walk(value) as T

  function walk(inner: unknown): unknown {
    if (Array.isArray(inner)) return inner.map(walk)
    if (typeof inner !== 'object' || inner === null) return inner
    const entries = Object.entries(inner).map(([name, one]) => [name, walk(one)])
    return { ...Object.fromEntries(entries), ...notes.get((inner as { avFilename?: string }).avFilename ?? '') }
  }
}

function filmNotes(wireName: string, sizes: StoredSizes): FilmNotes {
  const storedFile = (version: FilmVersion) =>
    sizes.has(filmFile(wireName, version)) ? filmFile(wireName, version) : undefined
  const [poster, soundOnly] = [storedFile('poster.jpg'), storedFile('sound.mp3')]
  return {
    ...(poster ? { poster } : {}),
    ...(soundOnly ? { soundOnly, soundBytes: sizes.get(soundOnly) } : {}),
    ...(hasAllSizes(wireName, sizes) ? {} : { originalOnly: true }),
  }
}

/** The bytes that learners load of a published film. Undefined if one of its sizes is missing. */
export async function publishedFilmBytes(
  courseId: string,
  { name, digest }: { name: string; digest: string },
  place: MediaPlace,
): Promise<{ usual: number; saving: number } | undefined> {
  const wireName = `${courseId}.${name.slice('media/'.length, -'.mp4'.length)}-${digest.slice(0, 8)}.mp4`
  const sizes = await sizesOf(
    filmFiles.map(({ version }) => filmFile(wireName, version)),
    place,
  )
  if (!hasAllSizes(wireName, sizes)) return undefined
  const of = (version: FilmVersion) => sizes.get(filmFile(wireName, version)) ?? 0
  return { usual: of('480.mp4') + of('poster.jpg'), saving: of('320.mp4') + of('poster.jpg') }
}

function hasAllSizes(wireName: string, sizes: StoredSizes): boolean {
  return FILM_WIDTHS.every(width =>
    ([`${width}.webm`, `${width}.mp4`] as const).every(version => sizes.has(filmFile(wireName, version))),
  )
}

/** The bytes to load a lesson: each of its files once, and its text compressed. */
export async function lessonBytes(
  content: unknown,
  media: readonly MediaFile[],
  sizes: StoredSizes,
): Promise<LessonBytes> {
  const { length: text } = await promisify(brotliCompress)(JSON.stringify(content))
  const all = (version: FilmVersion) => media.reduce((sum, file) => sum + bytesOf(file, version, sizes), text)
  return { usual: all('480.mp4'), saving: all('320.mp4'), sound: all('sound.mp3') }
}

function bytesOf(file: MediaFile, version: FilmVersion, sizes: StoredSizes): number {
  const sizeOf = (name: string) => sizes.get(name) ?? 0
  if (!isFilm(file)) return sizeOf(file.storedName)
  const isMade = version === 'sound.mp3' || hasAllSizes(file.wireName, sizes)
  const shown = isMade ? filmFile(file.wireName, version) : file.storedName
  return sizeOf(shown) + sizeOf(filmFile(file.wireName, 'poster.jpg'))
}

export function isWithoutSizes(file: MediaFile, sizes: StoredSizes): boolean {
  return isFilm(file) && !hasAllSizes(file.wireName, sizes)
}
