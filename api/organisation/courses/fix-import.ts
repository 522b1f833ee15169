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
import { idempotent, type KeyedRequest } from '../../database/idempotent.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { checkWritten, inLanguage } from './check-stored-draft.ts'
import { describeImport } from './imports.ts'

type Deps = Parameters<typeof describeImport>[0]
type Place = { file: string; line: number; column: number }

/** Puts the suggested word at a place of an upload. */
export async function fixUpload(deps: Deps, importId: string, place: Place, act: KeyedRequest): Promise<void> {
  const { db } = deps
  const id = IMPORT_PREFIX + importId
  await transactionWithLock(db, draftLock(id), trx =>
    idempotent(trx, act, async () => {
      const upload = await writtenCourse(trx, id)
      const { findings } = await checkWritten({ ...deps, db: trx }, { ...upload, courseId: '' })
      const found = findings.map(one => inLanguage(one, 'en')).find(one => isAt(one, place))
      const source = upload.texts.get(place.file)
      if (!found?.suggestion || source === undefined) throw new ApiError('not-found')
      const text = withWord(source, place, String(found.path?.at(-1)), found.suggestion)
      if (text === undefined) throw new ApiError('not-found')
      await saveChangedFiles(trx, upload, withTexts(upload, new Map(upload.texts).set(place.file, text)))
      return null
    }),
  )
}

/** Checks an upload as it is now. */
export async function checkUpload(deps: Deps, importId: string, language: Language): Promise<CourseImport> {
  const { files, texts } = await writtenCourse(deps.db, IMPORT_PREFIX + importId)
  return describeImport(deps, importId, { files: [...files], texts: new Map(texts) }, language)
}

function isAt(one: Place, other: Place): boolean {
  return one.file === other.file && one.line === other.line && one.column === other.column
}

/** The text with `word` at this place replaced. Undefined if `word` is not at this place. */
function withWord(source: string, { line, column }: Place, word: string, replacement: string): string | undefined {
  const lines = source.split('\n')
  const text = lines[line - 1] ?? ''
  const at = column - 1 + Number(/["']/.test(text[column - 1] ?? ''))
  if (!text.startsWith(word, at)) return undefined
  return lines.with(line - 1, text.slice(0, at) + replacement + text.slice(at + word.length)).join('\n')
}
