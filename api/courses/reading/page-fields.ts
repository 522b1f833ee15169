import { filmNoteShapes } from '../../../contract/films.ts'
import { CAPTIONS, type CourseMedia, SOUND_OR_FILM } from './course-media.ts'
import type { Reporter } from './findings.ts'
import { cleanMarkdown, markdownToHtml } from './markdown.ts'
import type { YamlPlace } from './yaml/yaml-file.ts'

type Finish = (text: string, media: CourseMedia, report: Reporter) => string

/** How a field is handled, by its name, on a page or in an answer. Any other field is plain text. */
const fields: Record<string, Finish> = {
  textContent: (text, media, report) => markdownToHtml(text, media.picture, report),
  transcript: (text, media, report) => markdownToHtml(text, media.picture, report),
  detailContent: (text, media, report) => cleanMarkdown(text, media.picture, report),
  avFilename: (name, media, report) => media.use(name, SOUND_OR_FILM, report)?.wireName ?? '',
  captions: (name, media, report) => media.use(name, CAPTIONS, report)?.wireName ?? '',
}

/** Converts an author's text into the browser's form: cleaned texts, and the stored names of files. */
export function finishFields<T>(value: T, root: YamlPlace, media: CourseMedia): T {
  return walk(value, root) as T

  function walk(inner: unknown, place: YamlPlace): unknown {
    if (Array.isArray(inner)) return inner.map((one, index) => walk(one, place.at(index)))
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, finish(name, one, place.at(name))]))
  }

  function finish(name: string, one: unknown, place: YamlPlace): unknown {
    if (Object.hasOwn(filmNoteShapes, name)) place.mistake('is told by the import, of what it makes of a film')
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return field && typeof one === 'string' ? field(one, media, place) : walk(one, place)
  }
}
