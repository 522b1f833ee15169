import { type InvitedRole, invitedRoles } from '../../team-roles.ts'
import type { AuditLine } from './audit-log.ts'

/** The words around the names in a sentence of the log, in the reader's language. */
type Words = {
  operator: string
  server: string
  erased: string
  nameless: string
  noRole: string
  and: string
  role: (role: InvitedRole) => string
  mentor: (id: number) => string
  title: (title: string) => string
  /** A name inside of a sentence, with digits that tell the person from others of this name. */
  name: (name: string, digits: string | undefined) => string
}

/** The values for the placeholders in a sentence of the log, for the screen and for the file. */
export function valuesOf({ side, actor, subject, course, sister, details }: AuditLine, words: Words) {
  const nameOf = (person: AuditLine['actor']) => {
    if (!person) return words.operator
    if (person.isErased) return words.erased
    return person.name ? words.name(person.name, person.digits) : words.nameless
  }
  const named = String(details.to ?? details.role).split(' ')
  const roles = invitedRoles.filter(role => named.includes(role))
  return {
    actor: side === 'server' ? words.server : nameOf(actor),
    // A mentor who was named by the operator may not have signed in yet.
    subject: subject || details.mentor === undefined ? nameOf(subject) : words.mentor(Number(details.mentor)),
    roles: roles.length > 0 ? roles.map(words.role).join(words.and) : words.noRole,
    area: areaOf(String(details.call ?? '')),
    count: Number(details.count ?? 0),
    course: words.title(course ?? String(details.course)),
    version: Number(details.version ?? 0),
    earlier: Number(details.to),
    // Nobody can give themselves a role, so such a person accepted an invitation. A person without a uid is hidden from
    // this reader.
    isOwn: String(actor !== null && actor.uid !== '' && actor.uid === subject?.uid),
    isOn: String(details.isOn),
    withLimit: String(details.limitTo !== undefined),
    sister: details.sister == null ? 'none' : words.title(sister ?? String(details.sister)),
    isPair: String(details.sister != null),
    kind: String(details.kind),
    setting: String(details.setting),
    report: String(details.report),
  }
}

/** The area that a refused call belongs to: `GET /org/v1/people/:uid` is `people`. */
function areaOf(call: string): string {
  return /\/org\/v1\/(\w+)/.exec(call)?.[1] ?? 'other'
}
