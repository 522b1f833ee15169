import { FILM_WIDTHS, type FilmVersion, filmFile } from '../../../contract/films.ts'
import { MEDIA_NAME } from '../../../contract/media.ts'

export type VideoSource = { name: string; type: string }

type Sought = {
  /** Width of the window, in CSS pixels. */
  width: number
  /** The film has no smaller versions. */
  originalOnly?: boolean | undefined
  /** A file of the film that this phone keeps: it costs nothing. */
  keptFile?: string | undefined
}

/** The files of a film, the best one first; none for an invalid name. */
export function videoSources(avFilename: string, { width, originalOnly, keptFile }: Sought): VideoSource[] {
  if (!MEDIA_NAME.test(avFilename)) return []
  const size = FILM_WIDTHS.find(one => width <= one) ?? 480
  const sizes: FilmVersion[] = originalOnly ? [] : [`${size}.webm`, `${size}.mp4`]
  const names = [...sizes, 'orig.mp4' as const].map(version => filmFile(avFilename, version))
  const keptFirst = keptFile ? [keptFile, ...names.filter(name => name !== keptFile)] : names
  return keptFirst.map(name => ({ name, type: name.endsWith('.webm') ? 'video/webm' : 'video/mp4' }))
}
