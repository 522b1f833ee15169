import * as account from './account.ts'
import * as analytics from './analytics.ts'
import type { Endpoint } from './calls/endpoint.ts'
import * as courses from './courses.ts'
import * as away from './inbox/away.ts'
import * as handOver from './inbox/hand-over.ts'
import * as inbox from './inbox/inbox.ts'
import * as learner from './inbox/learner.ts'
import * as savedReplies from './inbox/saved-replies.ts'
import * as lessonFile from './lesson-files/lesson-file.ts'
import * as lessons from './lessons.ts'
import * as media from './media.ts'
import * as messages from './messages.ts'
import * as push from './push.ts'
import * as settings from './settings.ts'
import * as email from './sign-in/email.ts'
import * as passwordReset from './sign-in/password-reset.ts'
import * as phone from './sign-in/phone.ts'
import * as session from './sign-in/session.ts'

const modules = [
  ...[account, analytics, courses, lessonFile, lessons, media, messages, push, settings],
  ...[away, handOver, inbox, learner, savedReplies],
  ...[email, passwordReset, phone, session],
]

/** All calls, for the server and the build. The browser imports each call from its own file. */
export const allCalls: readonly Endpoint[] = modules.flatMap(module => Object.values(module)).filter(isEndpoint)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'signedIn' in value && 'path' in value
}
