import {
  confirmCode,
  getChallenge,
  getDemoCode,
  refreshToken,
  sendCode,
  setDisplayName,
  signOut,
} from '../../../contract/embedded-identity.ts'
import type { Session } from '../../../contract/identity.ts'
import { Refusal } from '../../../contract/refusals.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import { type Route, serve } from '../../http/serve.ts'
import { parsePhone } from '../phone.ts'
import type { SendSms } from '../senders/sender.ts'
import { renameUser } from '../users.ts'
import { RESEND_AFTER_SECONDS } from './code-limits.ts'
import { demoCode } from './demo.ts'
import * as phoneSignIn from './phone-sign-in.ts'
import type { Proofs } from './proof.ts'
import type { Secrets } from './secret.ts'
import { type OpenSession, refreshSession, revokeSession } from './sessions.ts'
import type { Tokens } from './tokens.ts'

type Room = {
  db: Db
  now: () => number
  config: Config
  secrets: Secrets
  proofs: Proofs
  tokens: Tokens
  forgetSession: (sessionId: string) => void
  sendSms: SendSms
}

export function embeddedRoutes(room: Room): Route[] {
  const { db, now, config, secrets, proofs, tokens, forgetSession, sendSms } = room
  const isDemo = config.isDemo && !config.isProduction
  const settingFor = (address: string) => ({ now: now(), key: secrets.codes, address, factor: config.limitFactor })

  return [
    serve(getChallenge, async () => ({ ...(await proofs.challenge()) })),

    serve(sendCode, async ({ body, address }) => {
      const phone = parsePhone(body.phone, config.phoneCountries)
      await proofs.spend(body.proof)
      const setting = { ...settingFor(address), sendSms }
      const verificationId = await phoneSignIn.sendCode(db, { phone, language: body.language }, setting)
      return { success: true, data: { verificationId, resendAfterSeconds: RESEND_AFTER_SECONDS } }
    }),

    serve(confirmCode, async ({ body, address }) => {
      const session = await phoneSignIn.signInByCode(db, body, settingFor(address))
      return { success: true, data: await answerFor(session, tokens) }
    }),

    serve(refreshToken, async ({ body }) => {
      const setting = { key: secrets.refreshTokens, now: now() }
      const { session, endedSessionId } = await refreshSession(db, body.refreshToken, setting)
      if (endedSessionId) forgetSession(endedSessionId)
      if (!session) throw new Refusal('auth/user-token-expired')
      return { success: true, data: await answerFor(session, tokens) }
    }),

    serve(signOut, async ({ user }) => {
      await revokeSession(db, user.sessionId, now())
      forgetSession(user.sessionId)
      return { success: true }
    }),

    serve(setDisplayName, async ({ user, body }) => {
      await renameUser(db, user.uid, body.displayName)
      return { success: true }
    }),

    ...(isDemo ? [demoRoute(room)] : []),
  ]
}

function demoRoute({ db, secrets, config }: Room): Route {
  return serve(getDemoCode, async ({ query }) => {
    const code = await demoCode(db, query.verificationId, { key: secrets.codes, dataDir: config.dataDir })
    return { success: true, data: { code } }
  })
}

async function answerFor({ refreshToken, ...holder }: OpenSession, tokens: Tokens): Promise<Session> {
  return { uid: holder.uid, ...(await tokens.issue(holder)), refreshToken }
}
