import { escapeMarkdown } from '../../../contract/organisation/escape-markdown.ts'
import type { LeftOut } from '../../../contract/organisation/other-programs.ts'
import { BadZipError, type OpenZip } from '../zip/open-zip.ts'
import { fields, type H5pContent, h5pContentOf, h5pList, h5pName, h5pText, kindOf } from './h5p-content.ts'
import { h5pQuestion } from './h5p-questions.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { isLeftOut, leftOut, type Question, readPage } from './questions.ts'
import { Lessons, type SaveMedia, type Sketch, type SketchPage } from './sketch.ts'

const MAX_JSON_BYTES = 20_000_000
const MAX_FILE_BYTES = 150_000_000
const MAX_DEPTH = 20

/** A file of H5P. Its content is read; its programs are not. */
export async function readH5p(zip: OpenZip, fileTitle: string, save: SaveMedia): Promise<Sketch> {
  const about = fields(await json(zip, 'h5p.json'))
  const params = fields(await json(zip, 'content/content.json'))
  const library = h5pText(about.mainLibrary)
  if (library === '') throw new BadZipError('does not say what it is: h5p.json has no mainLibrary')
  const title = h5pText(about.title).slice(0, 200) || fileTitle
  const reader = new Reader(zip, save)
  await reader.read({ library, title, params }, title, 0)
  return { title, language: undefined, lessons: reader.lessons.filled, left: reader.left }
}

async function json(zip: OpenZip, name: string): Promise<unknown> {
  const bytes = await zip.read(name, MAX_JSON_BYTES)
  if (!bytes) throw new BadZipError(`has no ${name}, so it is no file of H5P`)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new BadZipError(`${name}: is no JSON`)
  }
}

class Reader {
  readonly lessons = new Lessons()
  readonly left: LeftOut[] = []
  readonly #zip: OpenZip
  readonly #save: SaveMedia

  constructor(zip: OpenZip, save: SaveMedia) {
    this.#zip = zip
    this.#save = save
  }

  async read(content: H5pContent, lesson: string, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) throw new BadZipError(`has elements more than ${MAX_DEPTH} deep in each other`)
    const inner = partsOf(content)
    if (!inner) return this.#page(content, lesson)
    for (const name of backgroundsIn(content)) this.left.push(leftOut({ name, was: '' }, 'background'))
    const isBook = kindOf(content) === 'InteractiveBook'
    for (const [index, part] of inner.entries()) {
      const title = part.title || `${lesson} ${index + 1}`
      await this.read(part, isBook ? title.slice(0, 200) : lesson, depth + 1)
    }
  }

  async #page(content: H5pContent, lesson: string): Promise<void> {
    const made = await this.#made(content)
    for (const one of [made].flat())
      if (isLeftOut(one)) this.left.push(one)
      else this.lessons.lesson(lesson).pages.push(one)
  }

  async #made(content: H5pContent): Promise<SketchPage | LeftOut | (SketchPage | LeftOut)[]> {
    const { params } = content
    const question = { name: h5pName(content), was: kindOf(content), text: '', notes: [] }
    switch (kindOf(content)) {
      case 'AdvancedText':
      case 'Text':
      case 'Table':
        return readPage({ ...question, ...(await this.markdown(params.text)) })
      case 'Image':
        return this.#image(question, params)
      case 'Video':
        return this.#video(question, params)
      case 'Audio':
        return this.#audio(question, params)
      default:
        return h5pQuestion(content, question, { markdown: html => this.markdown(html), media: of => this.#media(of) })
    }
  }

  markdown(html: unknown) {
    return htmlToMarkdown(h5pText(html), async () => undefined)
  }

  async #file(of: unknown): Promise<string | undefined> {
    const path = h5pText(fields(of).path)
    if (path === '' || /^[a-z]+:/i.test(path)) return undefined
    const bytes = await this.#zip.read(`content/${path.replace(/#tmp$/, '')}`, MAX_FILE_BYTES)
    return bytes && this.#save(path.split('/').at(-1) ?? '', bytes)
  }

  /** The picture above a question. */
  async #media(of: unknown): Promise<{ markdown: string; isLost: boolean }> {
    const type = fields(fields(of).type)
    const { library, params } = type
    if (h5pText(library) === '') return { markdown: '', isLost: false }
    const { file, alt } = fields(params)
    const name = h5pText(library).startsWith('H5P.Image') ? await this.#file(file) : undefined
    if (name === undefined && !fields(file).path && h5pText(library).startsWith('H5P.Image'))
      return { markdown: '', isLost: false }
    return { markdown: name ? `![${escapeMarkdown(h5pText(alt))}](${name})` : '', isLost: name === undefined }
  }

  async #image(question: Question, params: H5pContent['params']) {
    const name = await this.#file(params.file)
    if (name === undefined) return leftOut(question, 'format')
    return readPage({ ...question, text: `![${escapeMarkdown(h5pText(params.alt))}](${name})` })
  }

  async #video(question: Question, params: H5pContent['params']): Promise<SketchPage | LeftOut> {
    const sources = h5pList(params.sources)
    if (sources.some(source => /^https?:/i.test(h5pText(fields(source).path)))) return leftOut(question, 'online')
    const film = sources.find(source => /\.mp4(?:#tmp)?$/i.test(h5pText(fields(source).path)))
    const avFilename = await this.#file(film)
    if (avFilename === undefined) return leftOut(question, 'format')
    const tracks = h5pList(fields(params.textTracks).videoTrack ?? fields(params.a11y).subtitles)
    const track = tracks.map(one => fields(one).track).find(one => /\.vtt(?:#tmp)?$/i.test(h5pText(fields(one).path)))
    const captions = await this.#file(track)
    const { text, notes } = await this.markdown(fields(params.visuals).title)
    const lost = tracks.length > (captions ? 1 : 0) ? ['captions-lost' as const] : []
    const page = { type: 'video', textContent: text, was: question.was, notes: [...notes, ...lost], avFilename }
    return { ...page, ...(captions ? { captions } : {}) }
  }

  async #audio(question: Question, params: H5pContent['params']): Promise<SketchPage | LeftOut> {
    const sound = h5pList(params.files).find(one => /\.mp3(?:#tmp)?$/i.test(h5pText(fields(one).path)))
    const avFilename = await this.#file(sound)
    if (avFilename === undefined) return leftOut(question, 'format')
    return {
      type: 'rich-text',
      textContent: `# ${escapeMarkdown(question.name)}`,
      was: question.was,
      notes: [],
      avFilename,
    }
  }
}

/** The contents inside a container. Undefined for a content that is a page itself. */
function partsOf(content: H5pContent): H5pContent[] | undefined {
  const { params } = content
  switch (kindOf(content)) {
    case 'QuestionSet':
      return [...introductionIn(params.introPage), ...h5pList(params.questions).map(h5pContentOf)]
    case 'Column':
      return h5pList(params.content).map(one => h5pContentOf(fields(one).content))
    case 'InteractiveBook':
      return [...coverIn(content), ...h5pList(params.chapters).map(h5pContentOf)]
    case 'CoursePresentation':
      return h5pList(fields(params.presentation).slides).flatMap(slide =>
        // An element without content is a button that leads to another slide.
        h5pList(fields(slide).elements).flatMap(one => (fields(one).action ? [h5pContentOf(fields(one).action)] : [])),
      )
    default:
      return undefined
  }
}

function coverIn({ title, params }: H5pContent): H5pContent[] {
  if (params.showCoverPage !== true) return []
  const { coverDescription, coverMedium } = fields(params.bookCover)
  const medium = { ...h5pContentOf(coverMedium), title }
  const hasMedium = Boolean(fields(medium.params.file).path) || h5pList(medium.params.sources).length > 0
  const text = h5pText(coverDescription)
  return [
    ...(hasMedium ? [medium] : []),
    ...(text === '' ? [] : [{ library: 'H5P.AdvancedText', title, params: { text } }]),
  ]
}

/** The names of the pictures behind the slides of a presentation. */
function backgroundsIn(content: H5pContent): string[] {
  if (kindOf(content) !== 'CoursePresentation') return []
  const { slides, globalBackgroundSelector } = fields(content.params.presentation)
  const pictures = [
    fields(globalBackgroundSelector).imageGlobalBackground,
    ...h5pList(slides).map(slide => fields(fields(slide).slideBackgroundSelector).imageSlideBackground),
  ]
  return pictures.flatMap(picture => h5pText(fields(picture).path).split('/').at(-1)?.replace(/#tmp$/, '') || [])
}

function introductionIn(value: unknown): H5pContent[] {
  const { showIntroPage, title, introduction } = fields(value)
  const text = [h5pText(title) && `<h1>${h5pText(title)}</h1>`, h5pText(introduction)].join('')
  return showIntroPage === true && text !== '' ? [{ library: 'H5P.AdvancedText', title: '', params: { text } }] : []
}
