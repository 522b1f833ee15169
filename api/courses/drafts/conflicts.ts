import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Conflict } from '../../../contract/organisation/edits.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { authorsOf, NOBODY, OPERATOR } from './authors.ts'
import { DraftCourse, GoneError } from './draft-course.ts'
import { UnreadableDraftError } from './draft-text.ts'
import type { EditContext } from './edit-log.ts'

/** Few values have an open conflict, so all open conflicts are read once for the edits of a request. */
export async function hasOpenConflict(context: EditContext, path: readonly string[]): Promise<boolean> {
  context.openConflicts ??= new Set(await openConflictPaths(context))
  return context.openConflicts.has(JSON.stringify(path))
}

async function openConflictPaths({ trx, log }: EditContext): Promise<string[]> {
  const rows = await trx
    .selectFrom('draft_conflicts')
    .select('path')
    .where('course_id', '=', log.courseId)
    .where('settled_at', 'is', null)
    .execute()
  return rows.map(({ path }) => path)
}

/** Stores the author of the present value in the open conflicts of its field. */
export async function savePresentAuthor(
  trx: Transaction<Tables>,
  courseId: string,
  path: readonly string[],
  authorId: string | null,
): Promise<void> {
  await trx
    .updateTable('draft_conflicts')
    .set({ stands_author_id: authorId })
    .where('course_id', '=', courseId)
    .where('path', '=', JSON.stringify(path))
    .where('settled_at', 'is', null)
    .execute()
}

/** JSON has no undefined, so null means, too, that the field is missing. */
export function withoutNull(value: unknown): unknown {
  return value === null ? undefined : value
}

type Late = { from: unknown; to: unknown; at: number }

/** If an author goes on writing before they see the conflict, the later text replaces the one in the conflict. */
export async function saveConflict(context: EditContext, path: readonly string[], { from, to, at }: Late) {
  const { trx, log, now } = context
  const open = await trx
    .selectFrom('draft_conflicts')
    .select(['id', 'other_value'])
    .where('course_id', '=', log.courseId)
    .where('path', '=', JSON.stringify(path))
    .where('other_author_id', '=', log.authorId)
    .where('settled_at', 'is', null)
    .execute()
  const ongoing = open.find(
    ({ other_value }) => isDeepStrictEqual(stored(from), other_value) || other_value === stored(to),
  )
  if (ongoing) {
    const values = { other_value: stored(to), other_at: at }
    await trx.updateTable('draft_conflicts').set(values).where('id', '=', ongoing.id).execute()
    return ongoing.id
  }
  const id = randomUUID()
  context.openConflicts = undefined
  const present = await log.lastChangeAt(path)
  await trx
    .insertInto('draft_conflicts')
    .values({
      id,
      course_id: log.courseId,
      path: JSON.stringify(path),
      other_value: stored(to),
      other_author_id: log.authorId,
      other_at: at,
      stands_author_id: present?.author_id ?? null,
      made_at: now,
      settled_at: null,
    })
    .execute()
  return id
}

function stored(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

/** The conflicts of a course, the newest first. Settled conflicts are included until they are deleted. */
export async function conflictsOf(db: Db, courseId: string, texts: ReadonlyMap<string, string>): Promise<Conflict[]> {
  const rows = await db
    .selectFrom('draft_conflicts')
    .selectAll()
    .where('course_id', '=', courseId)
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .execute()
  if (rows.length === 0) return []
  const authors = await authorsOf(db)
  const course = new DraftCourse(texts)
  return rows.map(row => {
    const path = JSON.parse(row.path) as string[]
    const presentAuthor = row.stands_author_id === null ? undefined : authors.get(row.stands_author_id)
    return {
      id: row.id,
      path,
      stands: { value: presentAt(course, path), by: presentAuthor ?? null },
      other: {
        value: row.other_value === null ? undefined : JSON.parse(row.other_value),
        by: authors.get(row.other_author_id) ?? NOBODY,
        at: row.other_at,
      },
      settledAt: row.settled_at,
    }
  })
}

function presentAt(course: DraftCourse, path: readonly string[]): unknown {
  try {
    return withoutNull(course.valueAt(path))
  } catch (error) {
    if (error instanceof GoneError || error instanceof UnreadableDraftError) return undefined
    throw error
  }
}

export function valueNow(texts: ReadonlyMap<string, string>, path: readonly string[]): unknown {
  return presentAt(new DraftCourse(texts), path)
}

export async function findOpenConflict(trx: Transaction<Tables>, courseId: string, id: string) {
  const row = await trx
    .selectFrom('draft_conflicts')
    .selectAll()
    .where('course_id', '=', courseId)
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new ApiError('not-found')
  return row
}

type Lost = { value: unknown; authorId: string | null; at: number }

/** `lost` is what the draft had, if the other value was chosen. It stays in the conflict, so that nobody loses it. */
export async function markSettled(trx: Transaction<Tables>, id: string, { lost }: { lost?: Lost }, now: number) {
  // A value that came with a file has no author.
  const other = lost && {
    other_value: stored(lost.value),
    other_author_id: lost.authorId ?? OPERATOR,
    other_at: lost.at,
  }
  await trx
    .updateTable('draft_conflicts')
    .set({ settled_at: now, ...other })
    .where('id', '=', id)
    .execute()
}
