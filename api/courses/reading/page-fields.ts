import { FilmNotes } from '../../../contract/films.ts'
import { CAPTIONS, type CourseMedia, SOUND_OR_FILM } from './course-media.ts'
import type { Report } from './findings.ts'
import { cleanMarkdown, markdownToHtml } from './markdown.ts'
import type { Path, YamlFile } from './yaml-file.ts'

type Finish = (text: string, media: CourseMedia, report: Report) => string

/**
 * What a field holds, by its name, on a page as in its answers: a new page type needs nothing here.
 * A name that is missing here is plain text.
 */
const fields: Record<string, Finish> = {
  textContent: (text, media, report) => markdownToHtml(text, media.picture, report),
  transcript: (text, media, report) => markdownToHtml(text, media.picture, report),
  detailContent: (text, media, report) => cleanMarkdown(text, media.picture, report),
  avFilename: (name, media, report) => media.use(name, SOUND_OR_FILM, report)?.wireName ?? '',
  captions: (name, media, report) => media.use(name, CAPTIONS, report)?.wireName ?? '',
}

/** Turns what an author writes into what the browser gets: cleaned texts, and files under the names they are kept. */
export function finishFields<T>(value: T, file: YamlFile, path: Path, media: CourseMedia): T {
  return walk(value, path) as T

  function walk(inner: unknown, at: Path): unknown {
    if (Array.isArray(inner)) return inner.map((one, index) => walk(one, [...at, index]))
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, finish(name, one, [...at, name])]))
  }

  function finish(name: string, one: unknown, at: Path): unknown {
    if (Object.hasOwn(FilmNotes.entries, name)) file.at(at).mistake('is told by the import, of what it makes of a film')
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return field && typeof one === 'string' ? field(one, media, file.at(at)) : walk(one, at)
  }
}
