import {
  changeEmail,
  createByEmail,
  linkEmail,
  linkPhone,
  readResetLink,
  resetPassword,
  sendEmailCode,
  sendResetLink,
  signInByEmail,
} from '../../../contract/sign-in.ts'
import { parseEmail } from '../../contact/email-address.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Mail } from '../../senders/sender.ts'
import * as change from '../password/change-email.ts'
import { changedEmailMail } from '../password/change-email-mail.ts'
import * as emailSignIn from '../password/email-sign-in.ts'
import { changedPasswordMail } from '../password-reset/reset-mail.ts'
import * as reset from '../password-reset/reset-password.ts'
import { resetUrlFor } from '../password-reset/reset-url.ts'
import * as link from './link.ts'
import { answerFor, emailSetting, phoneSetting, type SignInDeps } from './room.ts'

export function emailRoutes(room: SignInDeps): Route[] {
  const { db, tokens } = room
  const answer = async ({ session, knownDevice }: emailSignIn.OpenEmailSession) => ({
    success: true as const,
    data: { ...(await answerFor(session, tokens)), knownDevice },
  })

  return [
    serve(signInByEmail, async ({ body, ipAddress }) => {
      const given = { ...body, email: parseEmail(body.email), knownDevice: body.knownDevice }
      return answer(await emailSignIn.signInByEmail(db, given, emailSetting(room, ipAddress)))
    }),

    serve(createByEmail, async ({ body, ipAddress }) => {
      const credential = { ...body, email: parseEmail(body.email) }
      return answer(await emailSignIn.createByEmail(db, credential, emailSetting(room, ipAddress)))
    }),

    serve(linkEmail, async ({ user, body, ipAddress }) => {
      const credential = { ...body, email: parseEmail(body.email) }
      const opened = await link.linkEmail(db, user, credential, emailSetting(room, ipAddress))
      room.forgetSession(user.sessionId)
      return answer(opened)
    }),

    serve(linkPhone, async ({ user, body, ipAddress }) => {
      const session = await link.linkPhone(db, user, body, phoneSetting(room, ipAddress))
      room.forgetSession(user.sessionId)
      return { success: true, data: await answerFor(session, tokens) }
    }),

    ...changeRoutes(room),
    ...resetRoutes(room),
  ]
}

function changeRoutes(room: SignInDeps): Route[] {
  const { db, now, secrets, config, senders, evictTokensOf, warn } = room
  const showsCode = config.isDemo && config.mail.sender === 'outbox'

  return [
    serve(sendEmailCode, async ({ user, body, ipAddress }) => {
      const wanted = { email: parseEmail(body.email), password: body.password, language: body.language }
      const { factor, hidesAccounts } = emailSetting(room, ipAddress)
      const setting = { now: now(), key: secrets.codes, ipAddress, factor, hidesAccounts, sendMail: senders.sendMail }
      const code = await change.sendEmailCode(db, user, wanted, setting)
      return { success: true, data: showsCode && code ? { demoCode: code } : {} }
    }),

    serve(changeEmail, async ({ user, body }) => {
      const { email, toTell } = await change.changeEmail(db, user, body.code, { now: now(), key: secrets.codes })
      evictTokensOf(user.uid)
      if (toTell) senders.sendMail(changedEmailMail(toTell)).catch(() => warn('A mail could not be sent.'))
      return { success: true, data: { email } }
    }),
  ]
}

function resetRoutes(room: SignInDeps): Route[] {
  const { db, now, config, senders, warn } = room
  const showsLink = config.isDemo && config.mail.sender === 'outbox'
  const sendLater = (mail: Mail) => void senders.sendMail(mail).catch(() => warn('A mail could not be sent.'))

  return [
    serve(sendResetLink, async ({ body, ipAddress }) => {
      const linkTo = resetUrlFor(config.publicUrl, body.continueUrl)
      const asked = { email: parseEmail(body.email), language: body.language, linkTo }
      const { factor, hidesAccounts } = emailSetting(room, ipAddress)
      const setting = { now: now(), ipAddress, factor, hidesAccounts, sendMail: senders.sendMail, sendLater }
      const link = await reset.sendResetLink(db, asked, setting)
      return { success: true, data: showsLink ? { demoLink: link } : {} }
    }),

    serve(readResetLink, async ({ body }) => ({
      success: true,
      data: await reset.readResetLink(db, body.token, now()),
    })),

    serve(resetPassword, async ({ body }) => {
      const given = { ...body, keepsPhone: body.keepsPhone === true }
      const { uid, email } = await reset.resetPassword(db, given, { now: now(), policy: config.passwordPolicy })
      room.evictTokensOf(uid)
      sendLater(changedPasswordMail(email))
      return { success: true }
    }),
  ]
}
