import { escapeLineStart, escapeMarkdown } from '../../../contract/organisation/escape-markdown.ts'
import type { LeftOut } from '../../../contract/organisation/other-programs.ts'
import { BadZipError, type OpenZip } from '../zip/open-zip.ts'
import { bold, link } from './markdown-signs.ts'
import { readMarkdownCourse } from './markdown-text.ts'
import type { SaveMedia, Sketch } from './sketch.ts'
import { type Element, EMPTY, elementsIn, firstIn, readXml, textIn } from './tree.ts'
import { bulletsIn, levelsIn } from './word-styles.ts'

const MAX_XML_BYTES = 20_000_000
/** Elements of Word that a course cannot have. */
const LEFT: Record<string, string> = {
  'w:footnoteReference': 'footnote',
  'w:endnoteReference': 'endnote',
  'w:commentReference': 'comment',
  'm:oMath': 'formula',
  'c:chart': 'chart',
  'w:object': 'object',
}

/** A document of Word: its headings, paragraphs, lists, bold words, links and pictures. */
export async function readWord(zip: OpenZip, title: string, save: SaveMedia): Promise<Sketch> {
  const part = async (name: string) => {
    const bytes = await zip.read(`word/${name}`, MAX_XML_BYTES)
    return bytes && readXml(bytes.toString('utf8'))
  }
  const body = firstIn(await part('document.xml'), 'w:document', 'w:body')
  if (!body) throw new BadZipError('is no document of Word')
  const parts = { styles: await part('styles.xml'), numbering: await part('numbering.xml') }
  const reader = new WordReader(zip, save, { ...parts, links: await part('_rels/document.xml.rels') })
  const lines = await reader.blocks(body)
  const sketch = readMarkdownCourse(lines.join('\n\n'), reader.title || title)
  return { ...sketch, title: reader.title || sketch.title, left: [...sketch.left, ...reader.left] }
}

type Parts = Record<'styles' | 'numbering' | 'links', Element | undefined>

class WordReader {
  title = ''
  readonly #left = new Map<string, number>()
  readonly #levels: ReadonlyMap<string, number>
  readonly #bullets: ReadonlySet<string>
  readonly #targets: ReadonlyMap<string, string>
  readonly #zip: OpenZip
  readonly #save: SaveMedia

  constructor(zip: OpenZip, save: SaveMedia, { styles, numbering, links }: Parts) {
    this.#zip = zip
    this.#save = save
    this.#levels = levelsIn(styles)
    this.#bullets = bulletsIn(numbering)
    const all = elementsIn(firstIn(links, 'Relationships') ?? EMPTY)
    this.#targets = new Map(all.map(({ attributes: { Id = '', Target = '' } }) => [Id, Target]))
  }

  get left(): LeftOut[] {
    return [...this.#left].map(([was, count]) => ({ name: '', was, reason: 'of-word', count }))
  }

  /** List items follow each other without an empty line; other blocks have one between them. */
  async blocks(parent: Element): Promise<string[]> {
    const blocks: string[] = []
    let isInList = false
    for (const element of elementsIn(parent)) {
      const found = await this.#block(element)
      for (const { text, isItem } of found) {
        if (isItem && isInList) blocks[blocks.length - 1] += `\n${text}`
        else blocks.push(text)
        isInList = isItem
      }
    }
    return blocks
  }

  async #block(element: Element): Promise<{ text: string; isItem: boolean }[]> {
    const { name } = element
    if (name === 'w:tbl') return this.#table(element)
    if (name === 'w:sdt')
      return (await this.blocks(firstIn(element, 'w:sdtContent') ?? EMPTY)).map(text => ({ text, isItem: false }))
    if (name !== 'w:p') return []
    const properties = firstIn(element, 'w:pPr')
    const style = firstIn(properties, 'w:pStyle')?.attributes['w:val'] ?? ''
    const own = firstIn(properties, 'w:outlineLvl')?.attributes['w:val']
    const level = own === undefined ? this.#levels.get(style) : Number(own) + 1
    const text = (await this.#inline(element, level === undefined)).trim()
    if (text === '') return []
    if (level === 0) this.title ||= text.slice(0, 200)
    if (level === 0) return []
    if (level !== undefined && level <= 6)
      return [{ text: `${'#'.repeat(level)} ${text.replaceAll('\n', ' ')}`, isItem: false }]
    const list = firstIn(properties, 'w:numPr')
    const id = firstIn(list, 'w:numId')?.attributes['w:val'] ?? '0'
    const isItem = (list !== undefined && id !== '0') || /^List(?:Bullet|Number)/.test(style)
    if (!isItem)
      return [
        {
          text: text
            .split('\n')
            .map(line => escapeLineStart(line.trim()))
            .join('\\\n'),
          isItem,
        },
      ]
    const depth = Math.min(5, Number(firstIn(list, 'w:ilvl')?.attributes['w:val'] ?? 0))
    const marker = this.#bullets.has(id) || style.startsWith('ListBullet') ? '- ' : '1. '
    return [{ text: '   '.repeat(depth) + marker + text.replaceAll('\n', ' '), isItem }]
  }

  /** A table becomes one line for each row. */
  async #table(table: Element): Promise<{ text: string; isItem: boolean }[]> {
    const rows: string[] = []
    for (const row of elementsIn(table, 'w:tr')) {
      const cells: string[] = []
      for (const cell of elementsIn(row, 'w:tc')) {
        const words = await Promise.all(elementsIn(cell, 'w:p').map(one => this.#inline(one, true)))
        cells.push(words.join(' ').replace(/\s+/g, ' ').trim())
      }
      const words = cells.filter(cell => cell !== '').join('; ')
      if (words !== '') rows.push(escapeLineStart(words))
    }
    this.#note('table')
    return [{ text: rows.join('\\\n'), isItem: false }]
  }

  #note(was: string): void {
    this.#left.set(was, (this.#left.get(was) ?? 0) + 1)
  }

  async #inline(parent: Element, marksBold: boolean): Promise<string> {
    let text = ''
    let strong = ''
    const endStrong = () => {
      text += bold(strong)
      strong = ''
    }
    for (const element of elementsIn(parent)) {
      const words = await this.#words(element, marksBold)
      if (marksBold && element.name === 'w:r' && isBold(element)) strong += words
      else {
        endStrong()
        text += words
      }
    }
    endStrong()
    return text
  }

  async #words(element: Element, marksBold: boolean): Promise<string> {
    const { name } = element
    if (name === 'w:t') return escapeMarkdown(textIn(element))
    if (name === 'w:tab') return ' '
    if (name === 'w:br' || name === 'w:cr') return element.attributes['w:type'] === undefined ? '\n' : ''
    if (name === 'w:noBreakHyphen') return '-'
    if (name === 'w:drawing' || name === 'w:pict') return this.#picture(element)
    if (LEFT[name]) this.#note(LEFT[name])
    // Leaves out deleted text, and text boxes that are repeated for older programs.
    if (/^(?:w:del|w:pPr|w:rPr|w:instrText|mc:Fallback|w:moveFrom)$/.test(name) || LEFT[name]) return ''
    if (name === 'w:hyperlink') {
      const words = await this.#inline(element, marksBold)
      return link(words, this.#targets.get(element.attributes['r:id'] ?? '') ?? '')
    }
    return name === 'w:r' ? this.#run(element) : this.#inline(element, marksBold)
  }

  async #run(run: Element): Promise<string> {
    let text = ''
    for (const element of elementsIn(run)) text += await this.#words(element, false)
    return text
  }

  async #picture(element: Element): Promise<string> {
    const found = all(element)
    for (const { name } of found) if (LEFT[name]) this.#note(LEFT[name])
    const inside = found.filter(one => one.name === 'w:txbxContent')
    const words = (await Promise.all(inside.map(box => this.blocks(box)))).flat().join(' ')
    const alt = found.find(one => one.name === 'wp:docPr')?.attributes.descr ?? ''
    const id = found.map(({ attributes }) => attributes['r:embed'] ?? attributes['r:id']).find(one => one !== undefined)
    const target = this.#targets.get(id ?? '')
    if (target === undefined) return words
    const path = `word/${target}`.replace(/^word\/\//, '')
    const bytes = await this.#zip.read(path, MAX_XML_BYTES)
    const saved = bytes && (await this.#save(target.split('/').at(-1) ?? '', bytes))
    if (saved === undefined) this.#note('picture')
    return saved === undefined ? words : `${words}![${escapeMarkdown(alt)}](${saved})`
  }
}

function all(element: Element): Element[] {
  return elementsIn(element).flatMap(child => (child.name === 'mc:Fallback' ? [] : [child, ...all(child)]))
}

/** Arabic words have a bold of their own (`bCs`). */
function isBold(run: Element): boolean {
  const properties = firstIn(run, 'w:rPr')
  return ['w:b', 'w:bCs'].some(name => {
    const mark = firstIn(properties, name)
    return mark !== undefined && !/^(?:0|false|off)$/.test(mark.attributes['w:val'] ?? '')
  })
}
