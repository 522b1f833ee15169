import type { AuditLine } from '../../../contract/organisation/audit-log.ts'
import { orderCourses } from '../../../contract/organisation/course-versions.ts'
import { undoMove } from '../../../contract/organisation/mentors.ts'
import { keepPerson, unblockPerson } from '../../../contract/organisation/person-acts.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import { type TeamRole, teamRoles } from '../../../contract/team-roles.ts'
import { DAY } from '../../../contract/time.ts'
import { call } from '../../api.ts'
import { afterCode } from '../frame/code-again/ask-code.ts'

/** How long a move can be undone. */
const MOVE_MS = 7 * DAY

type Undo = (idempotencyKey: string) => Promise<unknown>

/** Acts that end an earlier one of these kinds: only the newest of a person can be undone. */
const families = [
  ['person-blocked', 'person-unblocked'],
  ['roles-changed', 'team-joined', 'first-owner'],
  ['roles-limited', 'team-joined'],
  ['erasure-scheduled', 'erasure-cancelled', 'person-erased'],
  ['learners-moved', 'move-undone'],
  ['courses-ordered'],
] as const

/** How a line can be undone; undefined if it cannot, or if a newer line has changed the same. */
export function undoOf(line: AuditLine, lines: readonly AuditLine[]): Undo | undefined {
  const { action, subject, details, id } = line
  const family: readonly string[] = families.find(one => (one as readonly string[]).includes(action)) ?? []
  const isOld = lines.some(
    other =>
      other.id > id &&
      family.includes(other.action) &&
      (action === 'learners-moved' ? other.details.move === details.move : other.subject?.uid === subject?.uid),
  )
  if (isOld || subject?.isErased) return undefined
  if (action === 'learners-moved') {
    if (Date.now() - line.at > MOVE_MS || typeof details.move !== 'string') return undefined
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
  if (action === 'erasure-scheduled') return idempotencyKey => call(keepPerson, { params }, { idempotencyKey })
  if (action === 'roles-changed') {
    const roles = teamRoles.filter((role: TeamRole) => String(details.from).split(' ').includes(role))
    return afterCode(idempotencyKey => call(setRoles, { params, body: { roles } }, { idempotencyKey }))
  }
  if (action === 'roles-limited') {
    const before = String(details.from).split(' ').filter(Boolean).map(Number)
    const limitedTo = before.length > 0 ? before : null
    return afterCode(idempotencyKey => call(setRoles, { params, body: { limitedTo } }, { idempotencyKey }))
  }
  return undefined
}
