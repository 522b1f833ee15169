import * as account from '../account.ts'
import * as analytics from '../analytics.ts'
import * as courses from '../courses.ts'
import * as inbox from '../inbox.ts'
import * as lessons from '../lessons.ts'
import * as media from '../media.ts'
import * as messages from '../messages.ts'
import * as push from '../push.ts'
import * as settings from '../settings.ts'
import * as signIn from '../sign-in.ts'
import type { Endpoint } from './endpoint.ts'

const modules = [account, analytics, courses, inbox, lessons, media, messages, push, settings, signIn]

/** All calls, for the server and the build. The browser imports each call from its own file. */
export const allCalls: readonly Endpoint[] = modules.flatMap(module => Object.values(module)).filter(isEndpoint)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'signedIn' in value && 'path' in value
}
