import { type AuditAction, isAboutSame, undoFamilies } from '../../../contract/organisation/log/audit-actions.ts'
import type { AuditLine } from '../../../contract/organisation/log/audit-log.ts'
import type { Db } from '../../database/tables.ts'

const undoable = new Set<AuditAction>(undoFamilies.flat())

/**
 * Marks the lines after which somebody changed the same thing: to undo them would undo that change, too. A filter may
 * hide the later line, so the whole log is asked.
 */
export async function markOutdated(db: Db, lines: readonly AuditLine[]): Promise<AuditLine[]> {
  const shown = lines.filter(({ action }) => undoable.has(action))
  const oldest = shown.at(-1)
  if (!oldest) return [...lines]
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'action', 'subject_uid', 'details'])
    .where('action', 'in', [...undoable])
    .where('id', '>', oldest.id)
    .execute()
  const later = rows.map(({ id, action, subject_uid: subject, details }) => ({
    ...{ id, action, subject },
    details: JSON.parse(details) as AuditLine['details'],
  }))
  return lines.map(line => {
    const own = { action: line.action, subject: line.subject?.uid ?? null, details: line.details }
    const isOutdated = later.some(other => other.id > line.id && isAboutSame(own, other))
    return isOutdated ? { ...line, isOutdated } : line
  })
}
