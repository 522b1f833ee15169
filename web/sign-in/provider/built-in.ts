import { refreshToken, type Session } from '../../../contract/account.ts'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { createClient } from '../../../contract/calls/client.ts'
import { createByEmail, type EmailSession, linkEmail, signInByEmail } from '../../../contract/sign-in/email.ts'
import { sendResetLink } from '../../../contract/sign-in/password-reset.ts'
import { confirmCode, type EnteredCode, linkPhone, sendCode } from '../../../contract/sign-in/phone.ts'
import { setDisplayName, signOut } from '../../../contract/sign-in/session.ts'
import { callSignedOut, SIGN_IN_LIMIT_MS } from '../../api.ts'
import { readStored, writeStored } from '../../browser/stored.ts'
import { botCheckSolution, resetBotCheck, startBotCheck, withBotCheck } from './bot-check.ts'
import type { SignInProvider } from './identity-provider.ts'
import { dropPressKey, pressKey } from './press-key.ts'

export const embeddedIdentity: SignInProvider = {
  repeatsCode: true,
  prepare: startBotCheck,
  botCheckSolution,
  resetBotCheck,

  async sendCode(phone, options) {
    const body = { phone, proof: await botCheckSolution(), ...options }
    const { data } = await callSignedOut(sendCode, { body }, { idempotencyKey: pressKey('sendCode', phone) })
    dropPressKey('sendCode')
    resetBotCheck()
    const { verificationId, resendAfterSeconds, smsFailed = false } = data
    return { verificationId, resendAt: Date.now() + resendAfterSeconds * 1000, smsFailed }
  },

  async signInByCode(verificationId, code) {
    const idempotencyKey = pressKey('confirmCode', verificationId)
    const confirm = (body: EnteredCode) => callSignedOut(confirmCode, { body }, { idempotencyKey })
    return withUid((await withBotCheck({ verificationId, code }, confirm)).data)
  },

  async signInByEmail(credential) {
    const body = { ...credential, knownDevice: trustedDevice() }
    return withUid(remembered((await callSignedOut(signInByEmail, { body })).data))
  },

  async createByEmail(credential) {
    return withUid(remembered((await callSignedOut(createByEmail, { body: credential })).data))
  },

  async linkPhone(session, sent) {
    return (await withBotCheck(sent, body => callAs(session)(linkPhone, { body }))).data
  },

  async linkEmail(session, credential) {
    return remembered((await callAs(session)(linkEmail, { body: credential })).data)
  },

  async setName(session, displayName) {
    await callAs(session)(setDisplayName, { body: { displayName } })
  },

  async sendResetLink(email, { language, continueUrl, idempotencyKey }) {
    const ask = (more: { continueUrl?: string }) =>
      callSignedOut(sendResetLink, { body: { email, language, ...more } }, { idempotencyKey })
    // If the app is open under another host name than PUBLIC_URL, the link leads to PUBLIC_URL.
    const { data } = await ask({ continueUrl }).catch(failure => {
      if (failure instanceof ApiError && failure.code === 'auth/unauthorized-continue-uri') return ask({})
      throw failure
    })
    return data.demoLink ? { link: data.demoLink } : {}
  },

  async signOut(session) {
    await callAs(session)(signOut, {})
  },
}

/** Calls with the token of a session that is not stored. */
function callAs({ idToken }: Session) {
  return createClient({ token: async () => idToken, timeoutMs: SIGN_IN_LIMIT_MS })
}

/** A session with its uid. If it comes without one, its token is refreshed once. */
async function withUid(session: Session): Promise<Session> {
  if (session?.uid || !session?.refreshToken) return session
  const body = { refreshToken: session.refreshToken }
  return callSignedOut(refreshToken, { body }).then(
    ({ data }) => data,
    () => session,
  )
}

function remembered({ knownDevice: device, ...session }: EmailSession): Session {
  saveTrustedDevice(device)
  return session
}

const STORED_AS = 'sbs.knownDevice'

/**
 * Shows the server that somebody signed in from here before, so that wrong guesses elsewhere do not block this browser.
 * It does not say who that was.
 */
function trustedDevice(): string | undefined {
  return readStored(STORED_AS) ?? undefined
}

function saveTrustedDevice(device: string): void {
  writeStored(STORED_AS, device)
}
