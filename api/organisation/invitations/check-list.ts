import { randomBytes } from 'node:crypto'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Language } from '../../../contract/languages.ts'
import type { Cells, FileProblem, HeldRow } from '../../../contract/organisation/invitation-lists.ts'
import { MINUTE } from '../../../contract/time.ts'
import { userLock } from '../../account/write-for-user.ts'
import { idempotent, type KeyedRequest } from '../../database/idempotent.ts'
import type { Db } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { runInThread, SlowThreadError } from '../../http/queues/run-in-thread.ts'
import { shortQueue } from '../../http/queues/short-queue.ts'
import { checkRow, type ReadyRow, type Rules } from './check-row.ts'
import { knownInReach } from './known-phones.ts'
import { invitationList } from './lists.ts'
import type { ListFile, ReadRows } from './read-list-rows.ts'
import type { FileRow } from './read-pasted-list.ts'

const ROWS_AT_A_TIME = 500

type CheckedList = { problem: null; id: string; ready: number; held: HeldRow[] } | { problem: FileProblem }

/**
 * Checks a file or a pasted text, and stores the rows that are ready. A repeated request finds the list of the first
 * one. It checks once more, because the rows that are not ready are stored nowhere.
 */
export async function checkList(
  db: Db,
  { file, isPasted = false, language }: { file: Buffer; isPasted?: boolean; language: Language },
  rules: Rules,
  act: KeyedRequest,
): Promise<CheckedList> {
  const rows = await readApart({ file, isPasted, rules })
  if (typeof rows === 'string') return { problem: rows }
  const { ready, held } = await sortRows(db, rows, rules, act.now)
  const store = async (trx: Db) => {
    const id = randomBytes(12).toString('base64url')
    const list = { id, created_at: act.now, state: 'ready', language, goes_on_at: null } as const
    await trx.insertInto('invitation_lists').values(list).execute()
    await insertRows(trx, id, ready)
    return id
  }
  const id = await transactionWithLock(db, userLock(act.uid), trx => idempotent(trx, act, () => store(trx)))
  return { problem: null, id, ready: ready.length, held }
}

const queue = shortQueue({ atOnce: 1, waiting: 10 })
const LIMITS = { mostMs: MINUTE, mostMemoryMb: 256 }
/** A shorter list is read sooner than a thread begins. */
const READ_APART_FROM_BYTES = 2000

/**
 * Reading thousands of rows takes seconds, and an odd text may take longer. In a thread of its own, it makes nobody
 * wait.
 */
async function readApart(list: ListFile): Promise<ReadRows> {
  if (list.file.length < READ_APART_FROM_BYTES) return (await import('./read-list-rows.ts')).readListRows(list)
  const script = new URL('rows-thread.ts', import.meta.url)
  return queue(() => runInThread<ReadRows>(script, list, LIMITS)).catch((error: Error) => {
    throw error instanceof SlowThreadError ? new ApiError('unavailable') : error
  })
}

/** Checks a row of the list `id` after a correction. Returns it if it is still not ready. */
export async function correctRow(
  db: Db,
  { id, row }: { id: string; row: FileRow },
  rules: Rules,
  now: number,
): Promise<HeldRow | null> {
  await invitationList(db, id)
  const { ready, held } = await sortRows(db, [{ row, checked: checkRow(row, rules) }], rules, now)
  const [good] = ready
  if (!good) return held[0] ?? null
  return transactionWithLock(db, `invitation list ${id}`, trx => insertOnce(trx, id, { row, good }))
}

/** Inserts a corrected row. Returns it as not ready if another row has its number or its phone. */
async function insertOnce(
  trx: Db,
  id: string,
  { row, good }: { row: FileRow; good: NumberedRow },
): Promise<HeldRow | null> {
  const [same, ...others] = await trx
    .selectFrom('invitation_list_rows')
    .select(['row_number', 'phone_number', 'name', 'mentor_id'])
    .where('list_id', '=', id)
    .where(({ or, eb }) => or([eb('row_number', '=', row.number), eb('phone_number', '=', good.phoneNumber)]))
    .execute()
  // This is the same correction again, because its reply was lost.
  if (same && others.length === 0 && isSame(same, good)) return null
  if (same) return { ...row, reason: 'twice', guess: null }
  await insertRows(trx, id, [good])
  return null
}

type NumberedRow = ReadyRow & { number: number }
type StoredRow = { row_number: number; phone_number: string; name: string | null; mentor_id: number | null }

function isSame(stored: StoredRow, { number, phoneNumber, name, mentorId }: NumberedRow): boolean {
  return (
    stored.row_number === number &&
    stored.phone_number === phoneNumber &&
    stored.name === name &&
    stored.mentor_id === mentorId
  )
}

/** The rows that are ready, and the others with their reasons. */
async function sortRows(db: Db, rows: Exclude<ReadRows, string>, { reach }: Rules, now: number) {
  const [ready, held]: [NumberedRow[], HeldRow[]] = [[], []]
  const seen = new Set<string>()
  for (const { row, checked } of rows) {
    if ('reason' in checked) held.push({ ...row, ...checked })
    else if (seen.has(checked.phoneNumber)) held.push({ ...row, reason: 'twice', guess: null })
    else ready.push({ number: row.number, ...checked })
    if ('phoneNumber' in checked) seen.add(checked.phoneNumber)
  }
  const known = await knownInReach(db, reach, [...seen], now)
  const cells = new Map<number, Cells>(rows.map(({ row: { number, ...rest } }) => [number, rest]))
  for (const { number, phoneNumber } of ready) {
    const reason = known.get(phoneNumber)
    if (reason) held.push({ number, ...(cells.get(number) as Cells), reason, guess: null })
  }
  return {
    ready: ready.filter(({ phoneNumber }) => !known.has(phoneNumber)),
    held: held.toSorted((one, other) => one.number - other.number),
  }
}

async function insertRows(db: Db, id: string, rows: readonly NumberedRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_A_TIME) {
    const values = rows.slice(start, start + ROWS_AT_A_TIME).map(({ number, phoneNumber, name, mentorId }) => ({
      list_id: id,
      row_number: number,
      phone_number: phoneNumber,
      name,
      mentor_id: mentorId,
      state: 'ready' as const,
      reason: null,
      invited_at: null,
      invitation_id: null,
    }))
    await db.insertInto('invitation_list_rows').values(values).execute()
  }
}
