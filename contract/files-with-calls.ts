// Written by `npm run lists`, from the names of the files. `npm run check` runs it, too.
import * as account from './account.ts'
import * as analytics from './analytics.ts'
import * as courses from './courses.ts'
import * as inboxApprovals from './inbox/approvals.ts'
import * as inboxAway from './inbox/away.ts'
import * as inboxHandOver from './inbox/hand-over.ts'
import * as inboxInbox from './inbox/inbox.ts'
import * as inboxKindWord from './inbox/kind-word.ts'
import * as inboxLearner from './inbox/learner.ts'
import * as inboxSavedReplies from './inbox/saved-replies.ts'
import * as lessonFilesLessonFile from './lesson-files/lesson-file.ts'
import * as lessons from './lessons.ts'
import * as media from './media.ts'
import * as messages from './messages.ts'
import * as organisationBackups from './organisation/backups.ts'
import * as organisationCheckingFindings from './organisation/checking/findings.ts'
import * as organisationCourseFiles from './organisation/course-files.ts'
import * as organisationCourseVersions from './organisation/course-versions.ts'
import * as organisationCourses from './organisation/courses.ts'
import * as organisationDrafts from './organisation/drafts.ts'
import * as organisationHome from './organisation/home.ts'
import * as organisationInvitationLists from './organisation/invitation-lists.ts'
import * as organisationInvitations from './organisation/invitations.ts'
import * as organisationKindWordsKindWords from './organisation/kind-words/kind-words.ts'
import * as organisationLogAuditLog from './organisation/log/audit-log.ts'
import * as organisationMediaAuthorFiles from './organisation/media/author-files.ts'
import * as organisationMediaFilms from './organisation/media/films.ts'
import * as organisationMentors from './organisation/mentors.ts'
import * as organisationOnPhonePhoneLinks from './organisation/on-phone/phone-links.ts'
import * as organisationPeople from './organisation/people.ts'
import * as organisationPersonActs from './organisation/person-acts.ts'
import * as organisationReports from './organisation/reports.ts'
import * as organisationSearchSearch from './organisation/search/search.ts'
import * as organisationSettings from './organisation/settings.ts'
import * as organisationSisterSister from './organisation/sister/sister.ts'
import * as organisationTeam from './organisation/team.ts'
import * as push from './push.ts'
import * as settings from './settings.ts'
import * as signInEmail from './sign-in/email.ts'
import * as signInOtherWays from './sign-in/other-ways.ts'
import * as signInPasswordReset from './sign-in/password-reset.ts'
import * as signInPhone from './sign-in/phone.ts'
import * as signInSession from './sign-in/session.ts'

export const filesWithCalls = {
  account,
  analytics,
  courses,
  'inbox/approvals': inboxApprovals,
  'inbox/away': inboxAway,
  'inbox/hand-over': inboxHandOver,
  'inbox/inbox': inboxInbox,
  'inbox/kind-word': inboxKindWord,
  'inbox/learner': inboxLearner,
  'inbox/saved-replies': inboxSavedReplies,
  'lesson-files/lesson-file': lessonFilesLessonFile,
  lessons,
  media,
  messages,
  'organisation/backups': organisationBackups,
  'organisation/checking/findings': organisationCheckingFindings,
  'organisation/course-files': organisationCourseFiles,
  'organisation/course-versions': organisationCourseVersions,
  'organisation/courses': organisationCourses,
  'organisation/drafts': organisationDrafts,
  'organisation/home': organisationHome,
  'organisation/invitation-lists': organisationInvitationLists,
  'organisation/invitations': organisationInvitations,
  'organisation/kind-words/kind-words': organisationKindWordsKindWords,
  'organisation/log/audit-log': organisationLogAuditLog,
  'organisation/media/author-files': organisationMediaAuthorFiles,
  'organisation/media/films': organisationMediaFilms,
  'organisation/mentors': organisationMentors,
  'organisation/on-phone/phone-links': organisationOnPhonePhoneLinks,
  'organisation/people': organisationPeople,
  'organisation/person-acts': organisationPersonActs,
  'organisation/reports': organisationReports,
  'organisation/search/search': organisationSearchSearch,
  'organisation/settings': organisationSettings,
  'organisation/sister/sister': organisationSisterSister,
  'organisation/team': organisationTeam,
  push,
  settings,
  'sign-in/email': signInEmail,
  'sign-in/other-ways': signInOtherWays,
  'sign-in/password-reset': signInPasswordReset,
  'sign-in/phone': signInPhone,
  'sign-in/session': signInSession,
}
