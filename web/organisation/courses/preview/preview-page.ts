import { Marked } from 'marked'
import { filmFile } from '../../../../contract/films.ts'
import type { Page } from '../../../../contract/lessons.ts'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import type { DraftMedia } from '../../../editor/draft/draft-media.ts'
import type { Group } from '../../../editor/draft/draft-tree.ts'
import { storedName } from '../../../editor/draft/stored-name.ts'
import { FILE_FIELDS } from '../../../editor/files-in.ts'

/** Where RichText looks for the pictures of a text. */
const PICTURE_BASE = 'media'
const HTML_FIELDS = ['textContent', 'transcript']
/** A picture in HTML: what is before its source, the source, and the rest. */
const PICTURE = /(<img\b[^>]*?\ssrc\s*=\s*["']?)([^\s"'>]+)([^>]*>)/gi

/** A page of the draft in the form that learners get. The components clean its texts, as they do for learners. */
export function previewPage(
  fields: Group,
  course: Pick<Draft, 'courseId' | 'files'>,
  sourceOf: DraftMedia['sourceOf'],
): Page {
  const parser = new Marked({ gfm: true })
  parser.use({
    walkTokens(token) {
      if (token.type === 'html') token.text = token.text.replace(PICTURE, shownPicture)
      if (token.type !== 'image') return
      // The picture is shown once it is loaded.
      if (isComing(token.href)) Object.assign(token, { type: 'text', text: '', raw: '', tokens: undefined })
      else token.href = `${PICTURE_BASE}/${storedName(course, token.href)}`
    },
  })
  const { id = '', type = '', ...others } = walk(fields) as Group
  return { ...others, id: String(id), type: String(type) } as Page

  function shownPicture(_: string, before: string, name: string, after: string): string {
    return isComing(name) ? '' : `${before}${PICTURE_BASE}/${storedName(course, name)}${after}`
  }

  function isComing(name: string): boolean {
    return course.files.some(file => file.name === `media/${name}`) && sourceOf(name) === undefined
  }

  function walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
      .filter(([name, one]) => !FILE_FIELDS.includes(name) || !isComing(String(one)))
      .map(([name, one]): [string, unknown] => [name, finished(name, one)])
    return { ...Object.fromEntries(entries), ...notesOf((value as Group).avFilename) }
  }

  function finished(name: string, value: unknown): unknown {
    if (typeof value !== 'string') return walk(value)
    if (HTML_FIELDS.includes(name)) return parser.parse(value, { async: false })
    return FILE_FIELDS.includes(name) ? storedName(course, value) : value
  }

  /** The preview plays a film as its author sent it, because other sizes may not be made yet. */
  function notesOf(name: unknown): Group {
    if (typeof name !== 'string' || !/\.mp4$/i.test(name) || isComing(name)) return {}
    return { avFilename: filmFile(storedName(course, name), 'orig.mp4'), originalOnly: true }
  }
}
