import { DomUtils, parseDocument } from 'htmlparser2'
import { DAY } from '../../../../contract/time.ts'
import { filesIn } from '../../../account/personal-data/testing-zip.ts'

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]
/** A day or a moment as the sheet shows it, without a time zone. */
type Shown = string | number | { time: string } | null

export type ReadWorkbook = {
  title: string
  isRightToLeft: boolean
  /** Rows that stay in sight. */
  frozenRows: number
  widths: number[]
  /** The height of each row in lines. A row without its own height has one line. */
  heights: number[]
  rows: Shown[][]
  /** Whether each cell of a row is bold. */
  boldRows: boolean[]
}

/** Reads a workbook as spreadsheets do: by the types and styles of its cells. */
export async function readWorkbook(zip: Buffer): Promise<ReadWorkbook> {
  const files = await filesIn(zip)
  const tagsOf = (name: string) => {
    const document = parseDocument(xmlIn(files[name] as Buffer), { xmlMode: true, decodeEntities: true })
    return (tag: string, within = document.children) => DomUtils.getElementsByTagName(tag, within)
  }
  const texts = tagsOf('xl/sharedStrings.xml')('t').map(text => decoded(DomUtils.textContent(text)))
  const styles = tagsOf('xl/styles.xml')
  const fonts = styles('font')
  const formats = styles('xf', styles('cellXfs')).map(({ attribs }) => ({
    isTime: ['14', '22'].includes(attribs.numFmtId ?? ''),
    isText: attribs.numFmtId === '49',
    isBold: styles('b', [fonts[Number(attribs.fontId)] as Element]).length > 0,
  }))
  const sheet = tagsOf('xl/worksheets/sheet1.xml')
  const formatOf = (cell: Element) => formats[Number(cell.attribs.s)]
  const valueOfCell = (cell: Element): Shown => {
    const value = Number(DomUtils.textContent(cell))
    if (cell.attribs.t === 's') return formatOf(cell)?.isText ? (texts[value] ?? null) : null
    return formatOf(cell)?.isTime ? { time: new Date(Math.round((value - 25_569) * DAY)).toISOString() } : value
  }
  const widths = sheet('col').map(({ attribs }) => Number(attribs.width))
  const tags = sheet('row')
  const rows = tags.map(row => sheet('c', [row]))
  return {
    title: DomUtils.getElementsByTagName('sheet', parseDocument(String(files['xl/workbook.xml']), { xmlMode: true }))[0]
      ?.attribs.name as string,
    isRightToLeft: sheet('sheetView')[0]?.attribs.rightToLeft === '1',
    frozenRows: Number(sheet('pane')[0]?.attribs.ySplit),
    widths,
    heights: tags.map(({ attribs }) => Number(attribs.ht ?? 15) / 15),
    rows: rows.map(cells => {
      const row: Shown[] = widths.map(() => null)
      for (const cell of cells) row[(cell.attribs.r ?? '').charCodeAt(0) - 65] = valueOfCell(cell)
      return row
    }),
    boldRows: rows.map(cells => cells.length > 0 && cells.every(cell => formatOf(cell)?.isBold)),
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of them.
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/

/** The text that a strict reader of XML makes of the bytes. The parser of the test is not strict. */
function xmlIn(bytes: Buffer): string {
  const text = bytes.toString()
  if (FORBIDDEN.test(text)) throw new Error('this is no XML: it has a character that XML forbids')
  return text.replace(/\r\n?/g, '\n')
}

function decoded(text: string): string {
  return text.replace(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
