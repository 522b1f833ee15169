import type { PlacedFinding } from '../../../courses/checking/check-course.ts'
import { DraftCourse } from '../../../courses/drafts/draft-course.ts'
import type { WrittenCourse } from '../../../courses/drafts/draft-store.ts'
import { itemKeys } from '../../../courses/drafts/keys.ts'
import { isFilmName } from '../../../courses/files/course-file-list.ts'
import { filmJobs } from '../../../courses/films/making/film-jobs.ts'
import type { Db } from '../../../database/tables.ts'

const NO_CAPTIONS = 'somebody may speak in this film, and it has no captions'

/** Warnings about films with a sound and without captions. */
export async function captionWarnings(
  db: Db,
  { files, texts }: Pick<WrittenCourse, 'files' | 'texts'>,
): Promise<PlacedFinding[]> {
  const films = files.filter(({ name }) => isFilmName(name))
  const jobs = await filmJobs(db, films)
  const heard = new Set(films.filter(({ digest }) => jobs.get(digest)?.has_sound === 1).map(({ name }) => name))
  if (heard.size === 0) return []
  return new DraftCourse(texts).lessons.flatMap(({ key, name: file, fields, pages }) => {
    const keys = itemKeys(pages)
    const lines = (texts.get(file) ?? '').split('\n')
    const next = linesWithFilms(lines)
    return pages.flatMap((page, index) =>
      filmsIn(page)
        .map(one => ({ ...one, line: next(one.film) }))
        .filter(({ film, hasCaptions }) => heard.has(`media/${film}`) && !hasCaptions)
        .map(({ line, path }): PlacedFinding => {
          return {
            isMistake: false,
            ...{ file, line: line + 1, column: 1, source: lines[line]?.slice(0, 300) ?? '', message: NO_CAPTIONS },
            path: ['lessons', key, 'pages', keys[index] as string, ...path],
            at: { lesson: String(fields?.title ?? ''), page: index + 1 },
            field: { of: 'page', path: ['captions'] },
          }
        }),
    )
  })
}

/** Finds the lines of a film one after the other: several pages can show the same one. */
function linesWithFilms(lines: readonly string[]): (film: string) => number {
  const found = new Map<string, number>()
  return film => {
    const before = found.get(film) ?? -1
    const line = lines.findIndex((one, at) => at > before && one.match(/[\w.-]+/g)?.some(word => word === film))
    if (line >= 0) found.set(film, line)
    return line < 0 ? before : line
  }
}

type FilmAt = { film: string; hasCaptions: boolean; path: string[] }

/** The films of a page and of its answers. */
function filmsIn(value: unknown, path: string[] = []): FilmAt[] {
  if (Array.isArray(value)) {
    const keys = itemKeys(value)
    return value.flatMap((one, index) => filmsIn(one, [...path, keys[index] as string]))
  }
  if (typeof value !== 'object' || value === null) return []
  const { avFilename: film, captions } = value as Record<string, unknown>
  const hasFilm = typeof film === 'string' && /\.mp4$/i.test(film)
  const own = hasFilm ? [{ film, hasCaptions: Boolean(captions), path: [...path, 'captions'] }] : []
  return [...own, ...Object.entries(value).flatMap(([name, one]) => filmsIn(one, [...path, name]))]
}
