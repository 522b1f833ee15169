import { hash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { AuditAction, AuditSide } from '../../contract/organisation/log/audit-actions.ts'
import { DAY } from '../../contract/time.ts'
import { storedValue, storeValue } from '../database/stored-values.ts'
import type { Db, Tables } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'

/** Lines are written one at a time, because each has the hash of the line before. */
export const AUDIT_LOCK = 'audit log'

export const LINES_KEPT_MS = 365 * DAY

/** The person who acts. The operator, by a command, has no uid. */
export type Actor = { uid: string | null; side: AuditSide }

export type NewLine = {
  action: AuditAction
  /** The person whose account was changed. */
  subjectUid?: string | null
  /** Numbers and ids. Never a name, a phone number, a code or words that a person wrote. */
  details?: Record<string, string | number | boolean | null>
}

/** What an act returns: its result, and what the log says about it. */
export type ActResult<Result = null> = { result: Result; lines: NewLine[] }

/** Runs an act of the operator in one transaction with its log lines. The browser's calls use the same act. */
export async function actByCommand<Result>(
  db: Db,
  locks: readonly string[],
  work: (trx: Transaction<Tables>, now: number) => Promise<ActResult<Result>>,
): Promise<Result> {
  const now = Date.now()
  return transactionWithLock(db, [AUDIT_LOCK, ...locks], async trx => {
    const { result, lines } = await work(trx, now)
    for (const line of lines) await addLine(trx, { uid: null, side: 'command' }, line, now)
    return result
  })
}

/** Call it in the transaction of the act, which holds `AUDIT_LOCK`. */
export async function addLine(
  trx: Transaction<Tables>,
  { uid, side }: Actor,
  { action, subjectUid = null, details = {} }: NewLine,
  now: number,
): Promise<void> {
  const last = await endOf(trx, 'auditLogEnd')
  const line = {
    id: last.id + 1,
    at: now,
    actor_uid: uid,
    side,
    action,
    subject_uid: subjectUid,
    details: JSON.stringify(details),
  }
  const hashed = { ...line, hash: hashOf(line, last.hash) }
  await trx.insertInto('audit_log').values(hashed).execute()
  await saveEnd(trx, 'auditLogEnd', hashed)
}

/** Records an act that has no transaction of its own. */
export async function record(db: Db, actor: Actor, line: NewLine, now: number): Promise<void> {
  await transactionWithLock(db, AUDIT_LOCK, trx => addLine(trx, actor, line, now))
}

type End = { id: number; hash: string }
const BEGINNING: End = { id: 0, hash: '' }
/** Names of settings: they have the id and the hash of the last line, and of the last deleted line. */
type EndName = 'auditLogEnd' | 'auditLogDeletedUpTo'

async function endOf(db: Db, name: EndName): Promise<End> {
  return (await storedValue<End>(db, name)) ?? BEGINNING
}

async function saveEnd(trx: Transaction<Tables>, name: EndName, { id, hash }: End): Promise<void> {
  await storeValue(trx, name, { id, hash })
}

type Content = Omit<Tables['audit_log'], 'hash'>

function hashOf({ id, at, actor_uid, side, action, subject_uid, details }: Content, before: string): string {
  const text = JSON.stringify([before, id, at, actor_uid, side, action, subject_uid, details])
  return hash('sha256', text, 'base64url')
}

const LINES_AT_A_TIME = 1000

/** Returns the id of the first line that was changed or is missing; undefined if there is none. */
export async function firstBrokenLine(db: Db): Promise<number | undefined> {
  let before = await endOf(db, 'auditLogDeletedUpTo')
  while (true) {
    const lines = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '>', before.id)
      .orderBy('id')
      .limit(LINES_AT_A_TIME)
      .execute()
    for (const line of lines) {
      if (line.id !== before.id + 1 || line.hash !== hashOf(line, before.hash)) return before.id + 1
      before = line
    }
    if (lines.length < LINES_AT_A_TIME) break
  }
  const end = await endOf(db, 'auditLogEnd')
  return end.id === before.id && end.hash === before.hash ? undefined : before.id + 1
}

/** Stores the hash of the last deleted line: the first line that stays is verified with it. */
export async function deleteOldLines(db: Db, now: number): Promise<void> {
  await transactionWithLock(db, AUDIT_LOCK, async trx => {
    const old = await trx
      .selectFrom('audit_log')
      .select(['id', 'hash'])
      .where('at', '<', now - LINES_KEPT_MS)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!old) return
    await saveEnd(trx, 'auditLogDeletedUpTo', old)
    await trx.deleteFrom('audit_log').where('id', '<=', old.id).execute()
  })
}
