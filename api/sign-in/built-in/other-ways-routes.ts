import * as ways from '../../../contract/sign-in/other-ways.ts'
import { SECOND } from '../../../contract/time.ts'
import { idempotencyKeyIn } from '../../http/idempotency-key.ts'
import { inMemoryLimiter } from '../../http/in-memory-limiter.ts'
import { networkOf } from '../../http/network.ts'
import { type Route, serve } from '../../http/serve.ts'
import { countriesNow } from '../../settings/organisation-settings.ts'
import { sendOtherCode, throwIfNotOffered } from '../other-ways/other-code.ts'
import { askApproval, requestStatus } from '../other-ways/requests.ts'
import { doOrRepeat, saveOutcome, sharedWithRepeats } from '../repeated-press.ts'
import { mailing, type SignInDeps, sessionReply, signInReply } from './sign-in-deps.ts'

/** A waiting browser asks every few seconds, and many may share an IP address. */
const READS = { max: 600, perMs: 60 * SECOND }

/** Calls for a person whose SMS does not arrive. */
export function otherWaysRoutes(deps: SignInDeps): Route[] {
  const { db, now, config, secrets, senders, tokens, evictSession, warn } = deps
  const { otherWays, limitFactor } = config
  const countRead = inMemoryLimiter({ ...READS, max: READS.max * limitFactor })
  const { sendLater } = mailing(deps)
  return [
    serve(ways.sendOtherCode, async ({ body, ipAddress, headers }) => {
      throwIfNotOffered(body.by, otherWays)
      const { sendWhatsapp } = senders
      const options = {
        now: now(),
        key: secrets.codes,
        ipAddress,
        limitFactor,
        phoneCountries: (await countriesNow(db, config)).countries,
        sendWhatsapp,
        sendLater,
        warn,
      }
      const about = `${body.verificationId} ${body.by}`
      const press = { call: 'sendOtherCode', about, key: idempotencyKeyIn(headers), secret: secrets.codes } as const
      await sharedWithRepeats(db, press, () =>
        doOrRepeat(db, press, async isRepeat => {
          if (isRepeat) return
          await sendOtherCode(db, { ...body, language: body.language }, options)
          await saveOutcome(db, press, { outcome: 'sent', now: options.now })
        }),
      )
      return { success: true }
    }),

    serve(ways.askApproval, async ({ body, ipAddress }) => {
      throwIfNotOffered('approval', otherWays)
      const options = { now: now(), key: secrets.signInRequests, ipAddress, limitFactor }
      return { success: true, data: await askApproval(db, body.verificationId, options) }
    }),

    serve(ways.readApproval, async ({ body, ipAddress, reply }) => {
      countRead(networkOf(ipAddress), now())
      const request = await requestStatus(db, body.request, now())
      if (request.status !== 'approved') return { success: true, data: request }
      const { session, endedSessionId } = request
      reply.request.uid = session.uid
      if (endedSessionId) evictSession(endedSessionId)
      const answer = endedSessionId ? sessionReply(session, tokens) : signInReply(session, deps)
      return { success: true, data: { status: 'approved', session: await answer } }
    }),
  ]
}
