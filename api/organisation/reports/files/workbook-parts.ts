export const SHEET = 'xl/worksheets/sheet1.xml'
export const STRINGS = 'xl/sharedStrings.xml'
export const PROLOGUE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const CORE = `${PACKAGE}/metadata/core-properties`
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The places of the styles in `cellXfs` below. */
export const styles = { head: 1, text: 2, number: 3, day: 4, moment: 5 }

/** The files of a workbook that are the same for all tables, except for the title. */
export function fixedParts(title: string): Record<string, string> {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
<Override PartName="/${SHEET}" ContentType="${TYPE}.worksheet+xml"/>
<Override PartName="/${STRINGS}" ContentType="${TYPE}.sharedStrings+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>
<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>
</Types>`,
    '_rels/.rels': relationships([
      [`${OFFICE}/relationships/officeDocument`, 'xl/workbook.xml'],
      [`${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
    ]),
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="${CORE}" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>${xmlText(title)}</dc:title></cp:coreProperties>`,
    'xl/workbook.xml': `<workbook xmlns="${NAMESPACE}" xmlns:r="${OFFICE}/relationships">
<bookViews><workbookView/></bookViews><sheets><sheet name="${xmlText(title)}" sheetId="1" r:id="rId1"/></sheets>
</workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      [`${OFFICE}/relationships/worksheet`, SHEET.replace('xl/', '')],
      [`${OFFICE}/relationships/styles`, 'styles.xml'],
      [`${OFFICE}/relationships/sharedStrings`, STRINGS.replace('xl/', '')],
    ]),
    'xl/styles.xml': STYLES,
  }
  return Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, PROLOGUE + xml]))
}

function relationships(targets: [type: string, target: string][]): string {
  const tags = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${PACKAGE}/relationships">${tags.join('')}</Relationships>`
}

/**
 * Format 49 is text: what is typed over a name stays a text, too. 14 is a day and 22 a moment, both as the settings of
 * the reader's machine write them. The first style and the two fills are what every workbook begins with.
 */
const STYLES = `<styleSheet xmlns="${NAMESPACE}">
<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>
<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
${cellStyle(49, { font: 1, wraps: true })}${cellStyle(49, { wraps: true })}
${cellStyle(0)}${cellStyle(14)}${cellStyle(22)}
</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

function cellStyle(format: number, { font = 0, wraps = false } = {}): string {
  const applied = 'xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"'
  const alignment = `<alignment vertical="top"${wraps ? ' wrapText="1"' : ''}/>`
  return `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" ${applied}>${alignment}</xf>`
}

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Excel calls a file with a longer text damaged. */
const MAX_TEXT_LENGTH = 32_767
/**
 * XML cannot hold these characters, and turns a carriage return into a line feed. Spreadsheets write them as `_x000B_`.
 * A text that already looks like this gets the same for its first character.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const UNWRITABLE = /[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[\da-f]{4}_)/gi

export function xmlText(text: string): string {
  return shortened(text)
    .toWellFormed()
    .replace(/[&<>"]/g, mark => MARKS[mark] as string)
    .replace(UNWRITABLE, one => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
}

function shortened(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text
  return `${text.slice(0, MAX_TEXT_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
