import { getCountry, saveUser, uniquePhone } from '../../contract/account.ts'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { UserLessonData } from '../../contract/progress.ts'
import { HOUR, MINUTE } from '../../contract/time.ts'
import type { Config } from '../config.ts'
import { countryOfIpAddress } from '../contact/country.ts'
import { parsePhone } from '../contact/phone.ts'
import type { Db } from '../database/tables.ts'
import { inMemoryLimiter } from '../http/in-memory-limiter.ts'
import { consume } from '../http/limits.ts'
import { networkOf } from '../http/network.ts'
import { type Route, serve } from '../http/serve.ts'
import { warningOf } from '../log.ts'
import { invitationCodeIn } from '../mentors/invitations.ts'
import { invitingMentor } from '../mentors/invites.ts'
import { countriesNow } from '../settings/organisation-settings.ts'
import { type AccountDeps, accountRoutes } from './account-routes.ts'
import * as users from './users.ts'

const SAVES_PER_MINUTE = 60
/** Without the messenger no message reaches a mentor, so no screen may show one. */
const NO_MENTOR = { responder_id: null, responder_name: null }

type Deps = AccountDeps & {
  config: Pick<Config, 'phoneCountries' | 'defaultCountry' | 'limitFactor' | 'invites' | 'messengerEnabled'>
  inviteKey: Buffer
  learningOf: (uid: string) => Promise<{ lessonData: UserLessonData; hasLearned: boolean }>
}

export function identityRoutes(deps: Deps): Route[] {
  const { db, config, now, log, identity, inviteKey, learningOf, publishAbout } = deps
  const invitations = { key: inviteKey, invites: config.invites }
  const countSave = inMemoryLimiter({ max: SAVES_PER_MINUTE * config.limitFactor, perMs: MINUTE })
  return [
    serve(uniquePhone, async ({ query, headers, ipAddress }) => {
      const isVerified = await identity.isVerified(String(headers['x-bot-check'] ?? ''))
      await consumeQuestion(db, { ipAddress, isVerified, limitFactor: config.limitFactor }, now())
      const phone = parsePhone(query.phone, (await countriesNow(db, config)).countries)
      return { success: !(await users.hasAccountFor(db, phone.number, now())) }
    }),

    serve(saveUser, async ({ params, body, user }) => {
      if (params.uid !== user.uid) throw new ApiError('forbidden')
      const at = now()
      // This call seldom writes, so its limit is counted in memory only.
      countSave(user.uid, at)
      const { displayName, responderId: wish } = body
      const responderId = invitingMentor(wish, invitations)
      const draft = { displayName, responderId, invitationCode: invitationCodeIn(wish) }
      const [{ user: saved, isNews }, letIn, { lessonData: userLessonData, hasLearned }] = await Promise.all([
        users.saveUser(db, user, draft, at),
        identity.approvedSignInSince?.(user),
        learningOf(user.uid),
      ])
      if (isNews) publishAbout(user.uid).catch(warningOf(log, 'mentor screens not updated after a new name'))
      const isGone = hasLearned && Object.keys(userLessonData).length === 0
      const reachable = config.messengerEnabled ? saved : { ...saved, ...NO_MENTOR }
      const known = { ...reachable, ...(letIn && { letIn }), ...(isGone && { hasLearned: true as const }) }
      return { success: true, data: { user: known, userLessonData } }
    }),

    serve(getCountry, async ({ ipAddress }) => ({ country_code: await countryOfIpAddress(ipAddress) })),

    ...accountRoutes(deps),
    ...identity.routes,
  ]
}

const VERIFIED = { perMinute: 10, perHour: 60 }
const UNVERIFIED = { perMinute: 3, perHour: 20 }

/**
 * Limits the question whether a phone has an account. A client without a solved challenge may be a bot, and gets fewer
 * replies.
 */
async function consumeQuestion(
  db: Db,
  { ipAddress, isVerified, limitFactor }: { ipAddress: string; isVerified: boolean; limitFactor: number },
  now: number,
): Promise<void> {
  const { perMinute, perHour } = isVerified ? VERIFIED : UNVERIFIED
  const network = networkOf(ipAddress)
  // Both kinds share one count, so together they stay within the larger allowance.
  await consume(db, { name: 'uniquePhone/minute', of: { network }, max: perMinute * limitFactor, perMs: MINUTE }, now)
  await consume(db, { name: 'uniquePhone/hour', of: { network }, max: perHour * limitFactor, perMs: HOUR }, now)
}
