import { refreshToken } from '../../../contract/account.ts'
import { ApiError, type ErrorCode } from '../../../contract/calls/api-error.ts'
import {
  confirmAgain,
  confirmCode,
  getChallenge,
  getDemoCode,
  getGuessChallenge,
  sendCode,
} from '../../../contract/sign-in/phone.ts'
import { setDisplayName, signOut } from '../../../contract/sign-in/session.ts'
import { closedAccount } from '../../account/closed-accounts.ts'
import { consumeNameChange, renameUser } from '../../account/users.ts'
import { parsePhone } from '../../contact/phone.ts'
import type { Db } from '../../database/tables.ts'
import { idempotencyKeyIn } from '../../http/idempotency-key.ts'
import { type Route, serve } from '../../http/serve.ts'
import { countriesNow } from '../../settings/organisation-settings.ts'
import { isVerificationId } from '../phone/code.ts'
import { confirmSession } from '../phone/confirm-session.ts'
import { demoCode } from '../phone/demo.ts'
import * as phoneSignIn from '../phone/phone-sign-in.ts'
import { sendCodeOnce } from '../phone/send-code-once.ts'
import { refreshSession, revokeSession } from '../sessions/sessions.ts'
import { emailRoutes } from './email-routes.ts'
import { otherWaysRoutes } from './other-ways-routes.ts'
import { phoneOptions, type SignInDeps, sessionReply, signInReply } from './sign-in-deps.ts'

export function embeddedRoutes(deps: SignInDeps): Route[] {
  const {
    db,
    now,
    config,
    secrets,
    challenges,
    tokens,
    evictSession,
    evictTokensOf,
    senders,
    publishTo,
    publishAbout,
    warn,
  } = deps

  return [
    serve(getChallenge, async () => ({ ...(await challenges.create()) })),

    serve(getGuessChallenge, async ({ query }) => {
      if (!isVerificationId(query.verificationId)) throw new ApiError('auth/invalid-verification-code')
      return { ...(await challenges.createHarder(phoneSignIn.guessOf(query.verificationId))) }
    }),

    serve(sendCode, async ({ body, ipAddress, headers }) => {
      const phone = parsePhone(body.phone, (await countriesNow(db, config)).countries)
      const options = {
        ...phoneOptions(deps, ipAddress),
        idempotencyKey: idempotencyKeyIn(headers),
        sendSms: senders.sendSms,
        host: new URL(config.publicUrl).hostname,
        hasOtherWays: body.hasOtherWays === true && config.otherWays.length > 0,
        warn,
      }
      const wanted = { phone, language: body.language, proof: body.proof }
      return { success: true, data: await sendCodeOnce(db, wanted, challenges, options) }
    }),

    serve(confirmCode, async ({ body, ipAddress, headers, reply }) => {
      const options = { ...phoneOptions(deps, ipAddress), idempotencyKey: idempotencyKeyIn(headers) }
      const { session, endedSessionId, taken } = await phoneSignIn.signInByCode(db, body, options)
      reply.request.uid = session.uid
      if (endedSessionId) evictSession(endedSessionId)
      for (const user of [taken?.user, taken?.unused]) if (user) evictTokensOf(user.uid)
      if (taken) await publishAbout(taken.user.uid)
      const answer = endedSessionId ? sessionReply(session, tokens) : signInReply(session, deps)
      return { success: true, data: await answer }
    }),

    serve(confirmAgain, async ({ user, body, ipAddress, headers }) => {
      const options = { ...phoneOptions(deps, ipAddress), idempotencyKey: idempotencyKeyIn(headers) }
      await confirmSession(db, user, body, options)
      return { success: true }
    }),

    serve(refreshToken, async ({ body, reply }) => {
      const options = { key: secrets.refreshTokens, now: now() }
      const { session, ended } = await refreshSession(db, body.refreshToken, options)
      reply.request.uid = session?.uid ?? ended?.uid ?? ''
      if (ended) evictSession(ended.sessionId)
      if (ended) publishTo(ended.uid)
      if (!session) throw new ApiError(await endOf(db, body.uid))
      return { success: true, data: await sessionReply(session, tokens) }
    }),

    serve(signOut, async ({ user }) => {
      await revokeSession(db, user.sessionId, now())
      evictSession(user.sessionId)
      publishTo(user.uid)
      return { success: true }
    }),

    serve(setDisplayName, async ({ user, body }) => {
      await consumeNameChange(db, user.uid, config.limitFactor, now())
      await renameUser(db, user.uid, body.displayName)
      return { success: true }
    }),

    ...emailRoutes(deps),
    ...otherWaysRoutes(deps),
    ...(config.isDemo ? [demoRoute(deps)] : []),
  ]
}

function demoRoute({ db, secrets, config }: SignInDeps): Route {
  return serve(getDemoCode, async ({ query }) => {
    const code = await demoCode(db, query.verificationId, { key: secrets.codes, dataDir: config.dataDir })
    return { success: true, data: { code } }
  })
}

/** Why a session ended. The browser of an erased account gets a code of its own, so that it offers no new sign-in. */
async function endOf(db: Db, uid: string | undefined): Promise<ErrorCode> {
  const closed = uid === undefined ? undefined : await closedAccount(db, uid)
  return closed?.mergedInto === null ? 'auth/account-erased' : 'auth/user-token-expired'
}
