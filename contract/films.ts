import * as v from 'valibot'

/** Widths in pixels. A narrower film keeps its width in all of them. */
export const FILM_WIDTHS = [320, 360, 480] as const
export type FilmWidth = (typeof FILM_WIDTHS)[number]
export type FilmVersion = `${FilmWidth}.webm` | `${FilmWidth}.mp4` | 'orig.mp4' | 'sound.mp3' | 'poster.jpg'

/** Name of one version of the film in `avFilename`, such as `tea.pour-1a2b3c4d-480.webm`. */
export function filmFile(avFilename: string, version: FilmVersion): string {
  const stem = avFilename.replace(/\.[^.]*$/, '').replace(/-orig$/, '')
  return `${stem}-${version}`
}

/** Written by the import beside each film. Names are files below the media base. */
export const filmNoteShapes = {
  /** A picture to show before the film plays. */
  poster: v.optional(v.string()),
  /** The film's sound alone, an .mp3; missing for a silent film. */
  soundOnly: v.optional(v.string()),
  soundBytes: v.optional(v.number()),
  /** Only the `-orig` file exists: no sizes were made. */
  originalOnly: v.optional(v.literal(true)),
}
export type FilmNotes = v.InferOutput<v.ObjectSchema<typeof filmNoteShapes, undefined>>
