import type * as v from 'valibot'
import * as account from './account.ts'
import * as analytics from './analytics.ts'
import * as apiError from './calls/api-error.ts'
import type { Endpoint } from './calls/endpoint.ts'
import * as courses from './courses.ts'
import * as approvals from './inbox/approvals.ts'
import * as away from './inbox/away.ts'
import * as handOver from './inbox/hand-over.ts'
import * as inbox from './inbox/inbox.ts'
import * as kindWord from './inbox/kind-word.ts'
import * as learner from './inbox/learner.ts'
import * as savedReplies from './inbox/saved-replies.ts'
import * as lessonFile from './lesson-files/lesson-file.ts'
import * as lessons from './lessons.ts'
import * as media from './media.ts'
import * as messages from './messages.ts'
import * as backups from './organisation/backups.ts'
import * as courseFiles from './organisation/course-files.ts'
import * as courseVersions from './organisation/course-versions.ts'
import * as orgCourses from './organisation/courses.ts'
import * as drafts from './organisation/drafts.ts'
import * as orgHome from './organisation/home.ts'
import * as invitationLists from './organisation/invitation-lists.ts'
import * as invitations from './organisation/invitations.ts'
import * as kindWords from './organisation/kind-words/kind-words.ts'
import * as auditLog from './organisation/log/audit-log.ts'
import * as authorFiles from './organisation/media/author-files.ts'
import * as films from './organisation/media/films.ts'
import * as mentors from './organisation/mentors.ts'
import * as phoneLinks from './organisation/on-phone/phone-links.ts'
import * as people from './organisation/people.ts'
import * as personActs from './organisation/person-acts.ts'
import * as reports from './organisation/reports.ts'
import * as search from './organisation/search/search.ts'
import * as orgSettings from './organisation/settings.ts'
import * as sister from './organisation/sister/sister.ts'
import * as team from './organisation/team.ts'
import * as progress from './progress.ts'
import * as push from './push.ts'
import * as settings from './settings.ts'
import * as email from './sign-in/email.ts'
import * as otherWays from './sign-in/other-ways.ts'
import * as passwordReset from './sign-in/password-reset.ts'
import * as phone from './sign-in/phone.ts'
import * as session from './sign-in/session.ts'

const modules = {
  ...{ account, analytics, courses, lessonFile, lessons, media, messages, push, settings },
  ...{ away, handOver, inbox, kindWord, learner, savedReplies },
  ...{ approvals, email, otherWays, passwordReset, phone, session },
  ...{
    auditLog,
    drafts,
    invitations,
    kindWords,
    mentors,
    orgCourses,
    orgHome,
    people,
    personActs,
    phoneLinks,
    reports,
    search,
    sister,
    team,
  },
  ...{ authorFiles, backups, courseFiles, courseVersions, films, invitationLists, orgSettings },
}

type NamedCall = { name: string; module: string; endpoint: Endpoint }

/** All calls with the names that the code has for them, for the description of the calls. */
export const namedCalls: readonly NamedCall[] = Object.entries(modules).flatMap(([module, exported]) =>
  Object.entries(exported).flatMap(([name, value]) => (isEndpoint(value) ? { name, module, endpoint: value } : [])),
)

/** All calls, for the server and the build. The browser imports each call from its own file. */
export const allCalls: readonly Endpoint[] = namedCalls.map(({ endpoint }) => endpoint)

/** The shapes that the calls share, by their names. */
export const namedShapes: Readonly<Record<string, v.GenericSchema>> = Object.fromEntries(
  [...Object.values(modules), apiError, progress].flatMap(exported =>
    Object.entries(exported).filter((entry): entry is [string, v.GenericSchema] => isShape(entry[1])),
  ),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'signedIn' in value && 'path' in value
}

function isShape(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'
}
