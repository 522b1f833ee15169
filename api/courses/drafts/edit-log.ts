import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { type Change, EDITS_PER_HOUR, type Edit, type EditResult } from '../../../contract/organisation/edits.ts'
import { HOUR, SECOND } from '../../../contract/time.ts'
import type { Db, Tables } from '../../database/tables.ts'
import type { DraftCourse } from './draft-course.ts'
import type { WrittenCourse } from './draft-store.ts'

/** The effect of an edit. A later edit needs it, because its path may name what this edit moved or removed. */
type Mark = { change?: Change; item?: readonly string[]; undo?: Undo }

/** The text of a removed item and the key before it, or the new path of a moved item. */
export type Undo =
  | { kind: 'removed'; slice: { text: string; indent: number; name?: string }; after: string | null }
  | { kind: 'moved'; to: readonly string[] }

export type EditRow = Tables['draft_edits']

/** What the edits of one request of one author need. */
export type EditContext = {
  trx: Transaction<Tables>
  course: DraftCourse
  log: EditLog
  since: number
  now: number
  /** The paths of open conflicts, as text, once an edit has asked for them. */
  openConflicts?: ReadonlySet<string> | undefined
}

type Opened = { courseId: string; authorId: string; revision: number }

/** The edits of a course while one request adds to them. */
export class EditLog {
  readonly authorId: string
  readonly courseId: string
  readonly #trx: Transaction<Tables>
  readonly #now: number
  #revision: number
  #marks: Mark[] = []
  #hasChanged = false

  private constructor(trx: Transaction<Tables>, { courseId, authorId, revision }: Opened, now: number) {
    this.#trx = trx
    this.courseId = courseId
    this.authorId = authorId
    this.#revision = revision
    this.#now = now
  }

  static async open(trx: Transaction<Tables>, written: WrittenCourse, authorId: string, now: number): Promise<EditLog> {
    const { courseId, draft } = written
    return new EditLog(trx, { courseId, authorId, revision: await revisionOf(trx, courseId, draft) }, now)
  }

  get revision(): number {
    return this.#revision
  }

  get hasChanged(): boolean {
    return this.#hasChanged
  }

  /** Notes that the running edit has changed the draft. */
  mark(mark: Mark): void {
    this.#marks.push(mark)
  }

  /** An edit that arrived before, with the result that it had then. */
  async knownEdit(id: string): Promise<(Edit & { result: EditResult }) | undefined> {
    const row = await this.#trx
      .selectFrom('draft_edits')
      .select(['written_at', 'change', 'result', 'revision'])
      .where('course_id', '=', this.courseId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return undefined
    const result = { ...JSON.parse(row.result), revision: Number(row.revision ?? 0) }
    return { id, at: row.written_at, change: JSON.parse(row.change), result }
  }

  /**
   * Inserts a row for each mark, or one row if there is no mark. The last row has the id of the edit. Returns the
   * revision of the last row, or 0 if the edit changed nothing.
   */
  async add(edit: Edit, result: EditResult): Promise<number> {
    const marks = this.#marks
    this.#marks = []
    if (marks.length === 0) {
      await this.#insert(edit.id, edit, result, {}, null)
      return 0
    }
    for (const [index, mark] of marks.entries()) {
      this.#revision += 1
      this.#hasChanged = true
      const id = index === marks.length - 1 ? edit.id : `${edit.id}/${index}`
      await this.#insert(id, edit, result, mark, this.#revision)
    }
    return this.#revision
  }

  /** Adds a refused edit, which changed nothing. Its marks from before the refusal do not count. */
  async addRefused(edit: Edit, result: EditResult): Promise<void> {
    this.#marks = []
    await this.#insert(edit.id, edit, result, {}, null)
  }

  async #insert(id: string, edit: Edit, result: EditResult, mark: Mark, revision: number | null): Promise<void> {
    await this.#trx
      .insertInto('draft_edits')
      .values({
        course_id: this.courseId,
        id,
        revision,
        author_id: this.authorId,
        made_at: this.#now,
        written_at: edit.at,
        change: JSON.stringify(mark.change ?? edit.change),
        result: JSON.stringify(result),
        item: mark.item ? JSON.stringify(mark.item) : null,
        undo: mark.undo ? JSON.stringify(mark.undo) : null,
      })
      .execute()
  }

  /** The last edit that moved or removed this item. */
  async lastMoveOrRemovalOf(item: readonly string[]): Promise<{ row: EditRow; undo: Undo } | undefined> {
    const row = await this.#trx
      .selectFrom('draft_edits')
      .selectAll()
      .where('course_id', '=', this.courseId)
      .where('item', '=', JSON.stringify(item))
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.undo ? { row, undo: JSON.parse(row.undo) as Undo } : undefined
  }

  async removalOf(id: string): Promise<{ row: EditRow; undo: Undo } | undefined> {
    const row = await this.#trx
      .selectFrom('draft_edits')
      .selectAll()
      .where('course_id', '=', this.courseId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.undo ? { row, undo: JSON.parse(row.undo) as Undo } : undefined
  }

  /** The last change of a value, by anybody. */
  lastChangeAt(path: readonly string[]): Promise<EditRow | undefined> {
    return this.#lastSince(0, path)
  }

  /** The last change of a value by another author, since a revision. */
  changeOfOthersAt(path: readonly string[], since: number): Promise<EditRow | undefined> {
    return this.#lastSince(since, path, this.authorId)
  }

  async #lastSince(since: number, path: readonly string[], except?: string): Promise<EditRow | undefined> {
    let query = this.#trx
      .selectFrom('draft_edits')
      .selectAll()
      .where('course_id', '=', this.courseId)
      .where('revision', '>', since)
      .orderBy('revision', 'desc')
    if (except !== undefined) query = query.where('author_id', '!=', except)
    const rows = await query.execute()
    return rows.find(row => isWithin(JSON.parse(row.change) as Change, path))
  }
}

function isWithin(change: Change, item: readonly string[]): boolean {
  if (!('path' in change)) return false
  const paths = [change.path, ...('to' in change && Array.isArray(change.to) ? [change.to as string[]] : [])]
  return paths.some(path => item.every((step, index) => path[index] === step))
}

export async function revisionOf(
  db: Db,
  courseId: string,
  draft: Tables['course_drafts'] | undefined,
): Promise<number> {
  const { last } = await db
    .selectFrom('draft_edits')
    .select(({ fn }) => fn.max('revision').as('last'))
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow()
  return Math.max(Number(last ?? 0), draft?.revision ?? 0)
}

/** Throws a 429 if an author wrote more than the limit in the last hour. */
export async function limitEdits(
  db: Db,
  authorId: string,
  { count, factor }: { count: number; factor: number },
  now: number,
): Promise<void> {
  const { edits, first } = await db
    .selectFrom('draft_edits')
    .select(({ fn }) => [fn.countAll().as('edits'), fn.min('made_at').as('first')])
    .where('author_id', '=', authorId)
    .where('made_at', '>', now - HOUR)
    .executeTakeFirstOrThrow()
  if (Number(edits) + count <= EDITS_PER_HOUR * factor) return
  const retryAfter = Math.ceil((Number(first) + HOUR - now) / SECOND)
  throw new ApiError('auth/too-many-requests', { retryAfter })
}
