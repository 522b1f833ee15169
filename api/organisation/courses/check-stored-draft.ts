import type { Language } from '../../../contract/languages.ts'
import type { Finding } from '../../../contract/organisation/checking/findings.ts'
import type { CheckedCourse } from '../../courses/checking/check-course.ts'
import type { CourseChecker } from '../../courses/checking/course-checker.ts'
import { wordsOfField } from '../../courses/checking/field-words.ts'
import { sentenceIn } from '../../courses/checking/sentences.ts'
import { textsOfVersion, type WrittenCourse, writtenCourse } from '../../courses/drafts/draft-store.ts'
import { revisionOf } from '../../courses/drafts/edit-log.ts'
import { fetchOriginals, type Originals } from '../../courses/files/originals.ts'
import { writeIfSpace } from '../../database/failures/database-problem.ts'
import type { Db } from '../../database/tables.ts'
import { suggestedIn } from '../../texts/suggestion.ts'
import { captionWarnings } from './films/caption-warnings.ts'

type Deps = { db: Db; checker: CourseChecker; originals: Originals }

/** Checks the present state of a course, and stores a summary for the list. */
export async function checkStoredDraft(
  deps: Deps,
  courseId: string,
  language: Language = 'en',
): Promise<{ revision: number; findings: Finding[] }> {
  const { db } = deps
  const written = await writtenCourse(db, courseId)
  const revision = await revisionOf(db, courseId, written.draft)
  const checked = await checkWritten(deps, written)
  await noteSummary(db, courseId, { revision, ...checked.summary })
  const findings = [...checked.findings, ...(await captionWarnings(db, written))]
  return { revision, findings: findings.map(found => inLanguage(found, language)) }
}

export async function checkWritten({ db, checker, originals }: Deps, written: WrittenCourse): Promise<CheckedCourse> {
  const { courseId, files, texts, versionFiles } = written
  const rows = await db.selectFrom('lessons').select(['id', 'course_id']).where('course_id', '!=', courseId).execute()
  await fetchOriginals(originals, files)
  return checker.check({
    files,
    texts,
    baseTexts: await textsOfVersion(db, versionFiles ?? []),
    mediaDir: originals.mediaDir,
    owners: new Map(rows.map(({ id, course_id }) => [id, course_id])),
    looksIntoFilms: false,
  })
}

export type NotedSummary = CheckedCourse['summary'] & { revision: number }

export async function noteSummary(db: Db, courseId: string, summary: NotedSummary): Promise<void> {
  const checked = JSON.stringify(summary)
  const update = db.updateTable('course_drafts').set({ checked }).where('course_id', '=', courseId)
  await writeIfSpace(update.where('revision', '=', summary.revision).execute())
}

export function inLanguage(
  { message, field: at, ...rest }: CheckedCourse['findings'][number],
  language: Language,
): Finding {
  const suggestion = suggestedIn(message)
  const field = at && wordsOfField(language, at)
  const suggestedField =
    at && suggestion && wordsOfField(language, { ...at, path: [...at.path.slice(0, -1), suggestion] })
  return {
    ...rest,
    message: sentenceIn(language, message),
    ...(field && { field }),
    ...(suggestion && { suggestion }),
    ...(suggestedField && { suggestedField }),
  }
}
