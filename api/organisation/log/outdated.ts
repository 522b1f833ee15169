import { type AuditAction, isAboutSame, undoFamilies } from '../../../contract/organisation/log/audit-actions.ts'
import type { AuditLine } from '../../../contract/organisation/log/audit-log.ts'
import type { Db } from '../../database/tables.ts'

const undoable = new Set<AuditAction>(undoFamilies.flat())
/** A merge joins the roles of two accounts. Giving back the roles of one account would take away those of the other. */
const ABOUT_ROLES = new Set<AuditAction>(['roles-changed', 'roles-limited'])

/**
 * Marks the lines after which somebody changed the same thing, because undoing them would undo that change, too. A
 * filter may hide the later line, so the whole log is read. Lines about a merged account count as lines about the
 * person.
 */
export async function markOutdated(db: Db, lines: readonly AuditLine[]): Promise<AuditLine[]> {
  const shown = lines.filter(({ action }) => undoable.has(action))
  const oldest = shown.at(-1)
  if (!oldest) return [...lines]
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'action', 'subject_uid', 'details'])
    .where('action', 'in', [...undoable])
    .where('id', '>=', oldest.id)
    .execute()
  const merges = await mergesOf(db, [...new Set(rows.flatMap(({ subject_uid: uid }) => uid ?? []))])
  const intoOf = new Map(merges.map(({ uid, into }) => [uid, into]))
  const acts = rows.map(({ id, at, action, subject_uid: uid, details }) => ({
    ...{ id, at, action, subject: uid && (intoOf.get(uid) ?? uid) },
    details: JSON.parse(details) as AuditLine['details'],
  }))
  const actOf = new Map(acts.map(act => [act.id, act]))
  return lines.map(line => {
    const own = actOf.get(line.id)
    if (!own) return line
    const isJoined = merges.some(({ into, at }) => into === own.subject && own.at < at)
    const isOutdated =
      (isJoined && ABOUT_ROLES.has(own.action)) || acts.some(other => other.id > own.id && isAboutSame(own, other))
    return isOutdated ? { ...line, isOutdated } : line
  })
}

/** The merges of these accounts, and those into them. */
async function mergesOf(db: Db, uids: readonly string[]): Promise<{ uid: string; into: string; at: number }[]> {
  if (uids.length === 0) return []
  const rows = await db
    .selectFrom('closed_accounts')
    .select(['uid', 'merged_into', 'closed_at'])
    .where(({ or, eb }) => or([eb('uid', 'in', uids), eb('merged_into', 'in', uids)]))
    .execute()
  return rows.flatMap(({ uid, merged_into: into, closed_at: at }) => (into === null ? [] : { uid, into, at }))
}
