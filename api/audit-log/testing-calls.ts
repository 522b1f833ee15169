import type { AuditAction } from '../../contract/organisation/log/audit-actions.ts'

/** Calls whose log line is checked by other tests. */
export const LINE_ELSEWHERE: Record<string, AuditAction> = {
  'POST /org/v1/courses/:id/request/close': 'course-publish-closed',
  'POST /org/v1/firstOwner': 'first-owner',
  'POST /org/v1/invitationLists/:id/stop': 'invitations-stopped',
  'POST /org/v1/joinTeam': 'team-joined',
  'POST /org/v1/recover': 'recovery-used',
  'POST /org/v1/settings/backup': 'backup-made',
  'POST /org/v1/settings/backupFile': 'backup-downloaded',
}

const IN_NO_COURSE_YET = 'no course has the file before an edit names it'
const INVITES_NOBODY = 'nobody is invited before the list is sent or gets links, and that leaves a line'

/** Calls of the organisation that send something and leave no line, each with the reason. */
export const WITHOUT_LINE: Record<string, string> = {
  'PATCH /org/v1/filmUploads/:uploadId': IN_NO_COURSE_YET,
  'POST /org/v1/courses/:id/captions': IN_NO_COURSE_YET,
  'POST /org/v1/courses/:id/conflicts/:conflictId/settle': 'writes as an edit does, and both values stay findable',
  'POST /org/v1/courses/:id/edits': 'the draft keeps each edit with its author, and publishing leaves a line',
  'POST /org/v1/courses/:id/films': IN_NO_COURSE_YET,
  'POST /org/v1/courses/:id/films/:digest/make': 'makes again what a course already has',
  'POST /org/v1/courses/:id/pictures': IN_NO_COURSE_YET,
  'POST /org/v1/courses/:id/sister/looked-at': 'ends a reminder for authors',
  'POST /org/v1/courses/:id/sounds': IN_NO_COURSE_YET,
  'POST /org/v1/describeTeamInvitation': 'reads',
  'POST /org/v1/filmUploads/:uploadId/end': IN_NO_COURSE_YET,
  'POST /org/v1/home/firstSteps': 'hides a list of hints',
  'POST /org/v1/imports': 'the file is no draft before somebody takes it, and that leaves a line',
  'POST /org/v1/imports/:importId/mend': 'the file is no draft before somebody takes it, and that leaves a line',
  'POST /org/v1/invitationLists': INVITES_NOBODY,
  'POST /org/v1/invitationLists/:id/rows': INVITES_NOBODY,
  'POST /org/v1/readTeamInvitation': 'reads',
}
