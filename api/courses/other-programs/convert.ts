import { open, readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { BadZipError, type OpenZip, withZip } from '../zip/open-zip.ts'
import { looksLikeGift, readGift } from './gift.ts'
import { readH5p } from './h5p.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { readMarkdownCourse } from './markdown-text.ts'
import { bytesOfDataUrl, MediaFolder } from './media-folder.ts'
import { readMoodleXml } from './moodle-xml.ts'
import { isArabic } from './questions.ts'
import type { SaveMedia, Sketch } from './sketch.ts'
import { decodeTextFile } from './text-file/decode-text-file.ts'
import { withoutMarksAtSigns } from './text-file/direction-marks.ts'
import { withPictures } from './text-pictures.ts'
import { readWord } from './word.ts'

const MAX_TEXT_BYTES = 20_000_000
const MAX_ZIP_BYTES = 150_000_000
const MAX_UNPACKED_BYTES = 300_000_000
const NAMES = 'zip, .docx, .md, .txt, .html, .h5p, .gift, .xml'
/** Any other text is for a program. If it were read as notes, even a list of people would become a course. */
const TEXT = /^\.(?:md|markdown|txt|gift|xml|html?)$/

export type ConvertedFile = { sketch: Sketch; media: MediaFolder }

type File = { path: string; name: string; folder: string; needsForm: boolean }

/**
 * Converts a file of another program. Undefined for any other zip, which can be the folder of a course. `needsForm`:
 * text alone is refused.
 */
export async function convert({ path, name, folder, needsForm }: File): Promise<ConvertedFile | undefined> {
  const media = new MediaFolder(folder)
  const title = name
    .slice(0, name.length - extname(name).length)
    .replace(/[_\s]+/g, ' ')
    .trim()
    .slice(0, 200)
  const read = (await isZip(path)) ? readZip(path, name, title, media.save) : readText(path, name, title, media.save)
  const sketch = await read
  if (!sketch) return undefined
  if (sketch.lessons.length === 0) throw new BadZipError(reasonOf(sketch))
  if (needsForm && sketch.isOnlyText) throw new BadZipError('has no heading and no question, so it is no course')
  return { sketch: { ...sketch, title: sketch.title || 'Course', language: languageOf(sketch) }, media }
}

function reasonOf({ left }: Sketch): string {
  if (left.length === 0) return 'has no text and no question in it'
  const names = left.slice(0, 10).map(({ name, was }) => (name ? `${name} (${was})` : was))
  return `has nothing that can be taken: ${names.join(', ')}`
}

async function isZip(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.toString('latin1') === 'PK'
  } finally {
    await handle.close()
  }
}

async function readZip(path: string, name: string, title: string, save: SaveMedia): Promise<Sketch | undefined> {
  const { size } = await stat(path)
  const kinds = await withZip(path, 1_000_000_000, async ({ entries }) => new Set(entries.map(({ name }) => name)))
  const reader = readerOf(kinds)
  if (!reader) {
    // Programs for tables and slides write a zip, too, and their authors know no folder of a course.
    if (/^\.(?:xlsx|pptx|od[tsp]|epub)$/i.test(extname(name))) throw noSuchFile()
    return undefined
  }
  if (size > MAX_ZIP_BYTES) throw new BadZipError(`is larger than ${MAX_ZIP_BYTES / 1_000_000} MB`)
  return withZip(path, MAX_UNPACKED_BYTES, zip => reader(zip, title, save))
}

type ZipReader = (zip: OpenZip, title: string, save: SaveMedia) => Promise<Sketch>

function readerOf(names: ReadonlySet<string>): ZipReader | undefined {
  if (names.has('h5p.json')) return readH5p
  if (names.has('word/document.xml')) return readWord
  if (names.has('moodle_backup.xml'))
    throw new BadZipError('is a backup of Moodle: export its questions as Moodle XML or GIFT')
  return undefined
}

async function readText(path: string, name: string, title: string, save: SaveMedia): Promise<Sketch | undefined> {
  const ending = extname(name).toLowerCase()
  if (ending === '.zip') return undefined
  if (ending === '.mbz') throw new BadZipError('is a backup of Moodle: export its questions as Moodle XML or GIFT')
  if (!TEXT.test(ending)) throw noSuchFile()
  const { size } = await stat(path)
  if (size > MAX_TEXT_BYTES) throw new BadZipError(`is larger than ${MAX_TEXT_BYTES / 1_000_000} MB`)
  const text = decodeTextFile(await readFile(path), ending)
  if (text === undefined) throw new BadZipError('is no text that can be read. If it is a text, save it as UTF-8')
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*(?:<!DOCTYPE (?!html)|<quiz\b)/i.test(text.slice(0, 5000)))
    return readMoodleXml(text, title, save)
  if (/^\s*<\?xml/.test(text)) throw new BadZipError('is XML, but has no questions of Moodle in it')
  if (/^\.html?$/.test(ending)) return fromHtml(text, title, save)
  const isGift =
    ending === '.gift' ||
    (!/^\.(?:md|markdown)$/.test(ending) && looksLikeGift(withoutMarksAtSigns(text, { isGift: true })))
  const plain = withoutMarksAtSigns(text, { isGift })
  return isGift ? readGift(plain, title) : fromMarkdown(plain, title, save)
}

async function fromHtml(html: string, title: string, save: SaveMedia): Promise<Sketch> {
  const { text, notes } = await htmlToMarkdown(html, async source => {
    const picture = bytesOfDataUrl(source)
    return picture && save(picture.name, picture.bytes)
  })
  const sketch = readMarkdownCourse(text, title)
  const [first] = sketch.lessons
  const [page] = first?.pages ?? []
  if (page) Object.assign(page, { notes })
  return sketch
}

async function fromMarkdown(text: string, title: string, save: SaveMedia): Promise<Sketch> {
  const { markdown, left } = await withPictures(text, save)
  return { ...readMarkdownCourse(markdown, title), left }
}

function noSuchFile(): BadZipError {
  return new BadZipError(`is none of the files that can be read: ${NAMES}`)
}

function languageOf({ title, lessons }: Sketch): 'ar' | 'en' {
  const pages = lessons.flatMap(lesson => lesson.pages.slice(0, 20)).slice(0, 200)
  return isArabic([title, ...pages.map(({ textContent }) => textContent.slice(0, 500))].join(' ')) ? 'ar' : 'en'
}
