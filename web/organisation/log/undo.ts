import { orderCourses } from '../../../contract/organisation/course-versions.ts'
import type { AuditLine } from '../../../contract/organisation/log/audit-log.ts'
import { undoMove } from '../../../contract/organisation/mentors.ts'
import { cancelPersonErasure, unblockPerson } from '../../../contract/organisation/person-acts.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import { type TeamRole, teamRoles } from '../../../contract/team-roles.ts'
import { DAY } from '../../../contract/time.ts'
import { call } from '../../api.ts'
import { serverNow } from '../../session.ts'
import { afterCode } from '../frame/code-again/ask-code.ts'

/** How long a move can be undone. */
const MOVE_MS = 7 * DAY

type Undo = (idempotencyKey: string) => Promise<unknown>

/** How a line can be undone; undefined if it cannot, or if a newer line has changed the same. */
export function undoOf({ at, action, subject, details, isOutdated }: AuditLine): Undo | undefined {
  if (isOutdated || subject?.isErased) return undefined
  if (action === 'learners-moved') {
    if (serverNow() - at > MOVE_MS || typeof details.move !== 'string') return undefined
    const params = { id: details.move }
    return idempotencyKey => call(undoMove, { params }, { idempotencyKey })
  }
  if (action === 'courses-ordered' && typeof details.from === 'string') {
    const body = { ids: details.from.split(' ') }
    return idempotencyKey => call(orderCourses, { body }, { idempotencyKey })
  }
  if (!subject) return undefined
  const params = { uid: subject.uid }
  if (action === 'person-blocked') return idempotencyKey => call(unblockPerson, { params }, { idempotencyKey })
  if (action === 'erasure-scheduled') return idempotencyKey => call(cancelPersonErasure, { params }, { idempotencyKey })
  if (action === 'roles-changed') {
    const roles = teamRoles.filter((role: TeamRole) => String(details.from).split(' ').includes(role))
    const body = { roles, ...(details.limitFrom === undefined ? {} : { limitedTo: limitIn(details.limitFrom) }) }
    return afterCode(idempotencyKey => call(setRoles, { params, body }, { idempotencyKey }))
  }
  if (action === 'roles-limited') {
    const body = { limitedTo: limitIn(details.from) }
    return afterCode(idempotencyKey => call(setRoles, { params, body }, { idempotencyKey }))
  }
  return undefined
}

/** Ids of mentors; null if there is no limit. */
function limitIn(detail: unknown): number[] | null {
  const ids = String(detail ?? '')
    .split(' ')
    .filter(Boolean)
    .map(Number)
  return ids.length > 0 ? ids : null
}

/** The URL to go back to the version before the version that this line published. Undefined if that is not possible. */
export function goBackUrl({ action, details, isOutdated }: AuditLine): string | undefined {
  const { course, version, isNew } = details
  if (isOutdated || action !== 'course-published' || typeof course !== 'string') return undefined
  // A publish without a new version only changed who sees the course.
  if (isNew !== true || typeof version !== 'number' || version < 2) return undefined
  return `/org/courses/${encodeURIComponent(course)}/versions?back=${version - 1}`
}
