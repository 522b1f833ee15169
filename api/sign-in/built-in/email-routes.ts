import { changeEmail, createByEmail, linkEmail, sendEmailCode, signInByEmail } from '../../../contract/sign-in/email.ts'
import { readResetLink, resetPassword, sendResetLink } from '../../../contract/sign-in/password-reset.ts'
import { linkPhone } from '../../../contract/sign-in/phone.ts'
import { parseEmail } from '../../contact/email-address.ts'
import { idempotencyKeyIn } from '../../http/idempotency-key.ts'
import { type Route, serve } from '../../http/serve.ts'
import * as change from '../password/change-email.ts'
import { changedEmailMail } from '../password/change-email-mail.ts'
import * as emailSignIn from '../password/email-sign-in.ts'
import { changedPasswordMail } from '../password-reset/reset-mail.ts'
import * as reset from '../password-reset/reset-password.ts'
import { resetUrlFor } from '../password-reset/reset-url.ts'
import { outcomeOf, type Press, saveOutcome, sharedWithRepeats } from '../repeated-press.ts'
import * as link from './link.ts'
import { emailOptions, mailing, phoneOptions, type SignInDeps, sessionReply, signInReply } from './sign-in-deps.ts'

export function emailRoutes(deps: SignInDeps): Route[] {
  const { db, tokens } = deps
  const answer = async ({ session, knownDevice }: emailSignIn.OpenEmailSession) => ({
    success: true as const,
    data: { ...(await sessionReply(session, tokens)), knownDevice },
  })

  return [
    serve(signInByEmail, async ({ body, ipAddress, reply }) => {
      const given = { ...body, email: parseEmail(body.email), knownDevice: body.knownDevice }
      const { session, knownDevice } = await emailSignIn.signInByEmail(db, given, emailOptions(deps, ipAddress))
      reply.request.uid = session.uid
      return { success: true, data: { ...(await signInReply(session, deps)), knownDevice } }
    }),

    serve(createByEmail, async ({ body, ipAddress, reply }) => {
      const credential = { ...body, email: parseEmail(body.email) }
      const opened = await emailSignIn.createByEmail(db, credential, emailOptions(deps, ipAddress))
      reply.request.uid = opened.session.uid
      return answer(opened)
    }),

    serve(linkEmail, async ({ user, body, ipAddress }) => {
      const credential = { ...body, email: parseEmail(body.email) }
      const opened = await link.linkEmail(db, user, credential, emailOptions(deps, ipAddress))
      deps.evictSession(user.sessionId)
      return answer(opened)
    }),

    serve(linkPhone, async ({ user, body, ipAddress }) => {
      const session = await link.linkPhone(db, user, body, phoneOptions(deps, ipAddress))
      deps.evictSession(user.sessionId)
      return { success: true, data: await sessionReply(session, tokens) }
    }),

    ...changeRoutes(deps),
    ...resetRoutes(deps),
  ]
}

function changeRoutes(deps: SignInDeps): Route[] {
  const { db, now, secrets, config, passwords, evictTokensOf } = deps
  const { sendMail, sendLater } = mailing(deps)
  const showsCode = config.isDemo && config.mailSender === 'outbox'

  return [
    serve(sendEmailCode, async ({ user, body, ipAddress }) => {
      const wanted = { email: parseEmail(body.email), password: body.password, language: body.language }
      const { limitFactor, enumerationProtection } = config
      const options = {
        now: now(),
        key: secrets.codes,
        ipAddress,
        limitFactor,
        enumerationProtection,
        passwords,
        sendMail,
      }
      const code = await change.sendEmailCode(db, user, wanted, options)
      return { success: true, data: showsCode && code ? { demoCode: code } : {} }
    }),

    serve(changeEmail, async ({ user, body }) => {
      const { email, toTell } = await change.changeEmail(db, user, body.code, { now: now(), key: secrets.codes })
      evictTokensOf(user.uid)
      if (toTell) sendLater(changedEmailMail(toTell))
      return { success: true, data: { email } }
    }),
  ]
}

function resetRoutes(deps: SignInDeps): Route[] {
  const { db, now, secrets, config, passwords } = deps
  const { sendMail, sendLater } = mailing(deps)
  const showsLink = config.isDemo && config.mailSender === 'outbox'

  return [
    serve(sendResetLink, async ({ body, ipAddress, headers }) => {
      const linkTo = resetUrlFor(config.publicUrl, body.continueUrl)
      const wanted = { email: parseEmail(body.email), language: body.language, linkTo }
      const { limitFactor, enumerationProtection } = config
      const options = {
        now: now(),
        ipAddress,
        limitFactor,
        enumerationProtection,
        sendMail,
        sendLater,
      }
      const press: Press = {
        call: 'sendResetLink',
        about: wanted.email,
        key: idempotencyKeyIn(headers),
        secret: secrets.codes,
      }
      // A repeated press sends no second mail, because that would end the link of the first one.
      const link = await sharedWithRepeats(db, press, async () => {
        const before = await outcomeOf(db, press)
        if (before !== undefined) return before
        const sent = await reset.sendResetLink(db, wanted, options)
        // The link is stored only in a demo. Otherwise a reader of the database could use it.
        const outcome = showsLink ? sent : 'sent'
        await saveOutcome(db, press, { outcome, now: now() })
        return outcome
      })
      return { success: true, data: showsLink ? { demoLink: link } : {} }
    }),

    serve(readResetLink, async ({ body }) => ({
      success: true,
      data: await reset.readResetLink(db, body.token, now()),
    })),

    serve(resetPassword, async ({ body, headers, reply }) => {
      const given = { ...body, keepsPhone: body.keepsPhone === true }
      const { passwordPolicy } = config
      const press = { key: secrets.codes, idempotencyKey: idempotencyKeyIn(headers) }
      const account = await reset.resetPassword(db, given, { now: now(), passwords, passwordPolicy, ...press })
      if (account) {
        reply.request.uid = account.uid
        deps.evictTokensOf(account.uid)
        sendLater(changedPasswordMail(account.email))
      }
      return { success: true }
    }),
  ]
}
