import type { Reply } from './calls/endpoint.ts'
import { type FilmVersion, filmFile } from './films.ts'
import type { getLesson } from './lessons.ts'
import { isSound, MEDIA_NAME } from './media.ts'

export type LessonContent = Reply<typeof getLesson>['data']

/** How a lesson is kept on a phone: with a small or a large picture, or with the sound of its films only. */
export type Films = 'small' | 'sound' | 'large'

/** The versions that are kept. Every browser plays them, so a lesson can go to any other phone. */
const versions = { small: '320.mp4', large: '480.mp4' } satisfies Record<string, FilmVersion>

/** A picture in a text. */
const PICTURE = /\bmedia\/([^"'\s)/]+)/g

/** Names of the files that a lesson shows and plays, each once. */
export function mediaOf({ pages }: Pick<LessonContent, 'pages'>, films: Films): string[] {
  const names = new Set<string>()
  collect(pages)
  return [...names].filter(name => MEDIA_NAME.test(name))

  function collect(value: unknown): void {
    if (typeof value === 'string') for (const [, name = ''] of value.matchAll(PICTURE)) names.add(name)
    if (typeof value !== 'object' || value === null) return
    for (const inner of Object.values(value)) collect(inner)
    const { avFilename } = value as WithMedia
    if (typeof avFilename === 'string') for (const name of played(value as WithMedia, avFilename)) names.add(name)
  }

  function played({ captions, poster, soundOnly, originalOnly }: WithMedia, avFilename: string): string[] {
    if (isSound(avFilename)) return [avFilename]
    const beside = poster ? [poster] : []
    if (films === 'sound') return soundOnly ? [soundOnly, ...beside] : beside
    const film = filmFile(avFilename, originalOnly ? 'orig.mp4' : versions[films])
    return [film, ...beside, ...(captions ? [captions] : [])]
  }
}

type WithMedia = {
  avFilename?: unknown
  captions?: string
  poster?: string
  soundOnly?: string
  originalOnly?: true
}

const FILM = /^(.+)-(?:(?:320|360|480)\.(?:webm|mp4)|orig\.mp4|sound\.mp3)$/

/** The names under which the same film can be kept instead of this version; none if it is no film. */
export function otherVersions(name: string): string[] {
  const [, stem] = FILM.exec(name) ?? []
  if (stem === undefined) return []
  const all = ['480.mp4', '320.mp4', 'orig.mp4'].map(version => `${stem}-${version}`)
  return all.filter(other => other !== name)
}
