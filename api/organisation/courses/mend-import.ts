import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Language } from '../../../contract/languages.ts'
import type { CourseImport } from '../../../contract/organisation/course-files.ts'
import {
  draftLock,
  IMPORT_PREFIX,
  saveChangedFiles,
  withTexts,
  writtenCourse,
} from '../../courses/drafts/draft-store.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { checkWritten, inLanguage } from './checked-draft.ts'
import { describeImport } from './imports.ts'

type Deps = Parameters<typeof describeImport>[0]
type Place = { file: string; line: number; column: number }

/** Puts the suggested word at a place of an upload, and checks the upload again. */
export async function mendUpload(
  deps: Deps,
  importId: string,
  place: Place,
  language: Language,
): Promise<CourseImport> {
  const { db } = deps
  const id = IMPORT_PREFIX + importId
  const mended = await transactionWithLock(db, draftLock(id), async trx => {
    const upload = await writtenCourse(trx, id)
    const { findings } = await checkWritten({ ...deps, db: trx }, { ...upload, courseId: '' })
    const found = findings.map(one => inLanguage(one, 'en')).find(one => isAt(one, place))
    const source = upload.texts.get(place.file)
    if (!found?.suggestion || source === undefined) throw new ApiError('not-found')
    const text = withWord(source, place, String(found.path?.at(-1)), found.suggestion)
    if (text === undefined) throw new ApiError('not-found')
    const after = withTexts(upload, new Map(upload.texts).set(place.file, text))
    await saveChangedFiles(trx, upload, after)
    return after
  })
  return describeImport(deps, importId, { files: [...mended.files], texts: new Map(mended.texts) }, language)
}

function isAt(one: Place, other: Place): boolean {
  return one.file === other.file && one.line === other.line && one.column === other.column
}

/** The text with another word at this place. Undefined if the wrong word is not there. */
function withWord(source: string, { line, column }: Place, word: string, other: string): string | undefined {
  const lines = source.split('\n')
  const text = lines[line - 1] ?? ''
  const at = column - 1 + Number(/["']/.test(text[column - 1] ?? ''))
  if (!text.startsWith(word, at)) return undefined
  return lines.with(line - 1, text.slice(0, at) + other + text.slice(at + word.length)).join('\n')
}
