import { hash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Db, Tables } from '../../database/tables.ts'
import type { CourseFile } from './course-file-list.ts'

export function fileOfText(name: string, text: string): CourseFile {
  return { name, digest: hash('sha256', text), bytes: Buffer.byteLength(text) }
}

/** Stores texts by their digests. A known text is not stored again. */
export async function saveTexts(trx: Transaction<Tables>, texts: readonly string[]): Promise<void> {
  for (const text of texts)
    await trx
      .insertInto('course_texts')
      // As JSON, because PostgreSQL cannot store U+0000 in a text.
      .values({ digest: hash('sha256', text), content: JSON.stringify(text) })
      .onConflict(conflict => conflict.column('digest').doNothing())
      .execute()
}

/** Maps each digest to its text. */
export async function textsByDigest(db: Db, digests: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (digests.length === 0) return new Map()
  const rows = await db.selectFrom('course_texts').selectAll().where('digest', 'in', digests).execute()
  return new Map(rows.map(({ digest, content }) => [digest, JSON.parse(content) as string]))
}
