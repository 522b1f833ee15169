import * as v from 'valibot'

/** What the audit log records. The texts of the log have a sentence for each. */
export const auditActions = [
  'backup-downloaded',
  'backup-made',
  'beta-changed',
  'call-refused',
  'course-created',
  'course-deleted',
  'course-exported',
  'course-imported',
  'course-publish-asked',
  'course-publish-closed',
  'course-publish-returned',
  'course-published',
  'course-rolled-back',
  'course-withdrawn',
  'courses-ordered',
  'courses-paired',
  'data-exported',
  'data-fetched',
  'data-prepared',
  'data-refused',
  'draft-discarded',
  'draft-hidden',
  'draft-imported',
  'draft-shown',
  'erasure-cancelled',
  'erasure-scheduled',
  'everybody-signed-out',
  'first-owner',
  'invitation-ended',
  'invitation-links-made',
  'invitation-made',
  'invitations-sent',
  'invitations-stopped',
  'kind-texts-sent',
  'kind-texts-unsent',
  'kind-words-handed',
  'learners-moved',
  'maintenance-changed',
  'mentor-changed',
  'mentor-named',
  'mentor-retired',
  'merge-link-made',
  'move-undone',
  'name-corrected',
  'person-blocked',
  'person-erased',
  'person-unblocked',
  'phone-allowed',
  'phone-cancelled',
  'phone-changed',
  'recovery-made',
  'recovery-used',
  'report-saved',
  'roles-changed',
  'roles-limited',
  'signed-in',
  'signed-out-everywhere',
  'sending-tried',
  'setting-changed',
  'sign-in-approved',
  'sign-in-refused',
  'team-invitation-ended',
  'team-invited',
  'team-joined',
] as const

export const AuditAction = v.picklist(auditActions)
export type AuditAction = v.InferOutput<typeof AuditAction>

export const auditGroups = ['people', 'team', 'courses', 'settings', 'refused'] as const
export const AuditGroup = v.picklist(auditGroups)
export type AuditGroup = v.InferOutput<typeof AuditGroup>

/** The kind of an act, by which the log is filtered. */
export function groupOf(action: AuditAction): AuditGroup {
  if (action === 'call-refused' || action === 'data-refused') return 'refused'
  if (/^(course|draft)/.test(action)) return 'courses'
  if (/^(roles|team|first-owner|recovery|signed-in)/.test(action)) return 'team'
  return /^(backup|maintenance|report|sending|setting)/.test(action) ? 'settings' : 'people'
}

const ABOUT_LIMIT = ['roles-limited', 'team-joined'] as const

/**
 * Kinds of acts that change the same thing. Among the acts of one family on the same person, move or course, only the
 * newest can be undone.
 */
export const undoFamilies = [
  ['person-blocked', 'person-unblocked'],
  ['roles-changed', 'team-joined', 'first-owner'],
  ABOUT_LIMIT,
  ['erasure-scheduled', 'erasure-cancelled', 'person-erased'],
  ['learners-moved', 'move-undone'],
  ['courses-ordered'],
  ['course-published', 'course-rolled-back', 'course-imported', 'course-withdrawn', 'course-deleted'],
] as const satisfies readonly (readonly AuditAction[])[]

type Act = { action: AuditAction; subject: string | null; details: Record<string, unknown> }

/** Whether both acts changed the same thing: the roles of one person, for example. */
export function isAboutSame(one: Act, other: Act): boolean {
  return undoFamilies.some(family => {
    const isOfFamily = ({ action, details }: Act) =>
      (family as readonly string[]).includes(action) || (family === ABOUT_LIMIT && details.limitTo !== undefined)
    const thing = ({ subject, details }: Act) =>
      [
        subject,
        family[0] === 'learners-moved' && details.move,
        family[0] === 'course-published' && details.course,
      ].join()
    return isOfFamily(one) && isOfFamily(other) && thing(one) === thing(other)
  })
}

/** Where an act was done: in a browser, by a command of the operator, or by the server itself. */
export const AuditSide = v.picklist(['browser', 'command', 'server'])
export type AuditSide = v.InferOutput<typeof AuditSide>
