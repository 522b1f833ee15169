import { useTranslations } from 'use-intl'
import { abandon, completeSignIn, requireUid } from '../complete-sign-in.ts'
import { AuthForm } from '../form/auth-form.tsx'
import { AuthLayout } from '../form/auth-layout.tsx'
import { AuthLink, PhoneSignInLink } from '../form/auth-links.tsx'
import { EndedNote } from '../form/ended-note.tsx'
import { EmailField } from '../form/fields/email-field.tsx'
import { PasswordField } from '../form/fields/password-field.tsx'
import type { FormProblem } from '../form/problems/problem.ts'
import { requiredEmail } from '../form/problems/required.ts'
import { typedEarly } from '../form/typed-early.ts'
import { useForm } from '../form/use-form.ts'
import { identityProvider } from '../provider/provider.ts'
import { rememberedEmail, rememberTypedEmail } from './carried-email.ts'

type Filled = { email: string; password: string }

export function EmailLoginScreen() {
  const t = useTranslations()
  const { errors, isBusy, form } = useForm({ problemsIn, send: logIn })
  return (
    <AuthLayout subtitle={t('login.emailLink')} at={0} foot={<PhoneSignInLink />}>
      <EndedNote />
      <AuthForm {...form} label={t('login.login')} busyLabel={t('login.loggingIn')}>
        <EmailField
          readOnly={isBusy}
          error={errors.email}
          defaultValue={rememberedEmail()}
          onInput={rememberTypedEmail}
        />
        <PasswordField readOnly={isBusy} error={errors.password} defaultValue={typedEarly('password')} />
      </AuthForm>
      <div className="stack tight">
        <AuthLink to="/forgot-password" className="btn quiet small">
          {t('email.forgot')}
        </AuthLink>
        <AuthLink to="/register" className="btn second wide">
          {t('email.register')}
        </AuthLink>
      </div>
    </AuthLayout>
  )
}

/** One sentence for both fields, at the first that is missing. */
function problemsIn({ email, password }: Filled): FormProblem<keyof Filled>[] {
  const missing = (['email', 'password'] as const).filter(at => ({ email: email.trim(), password })[at] === '')
  if (missing.length === 0) return requiredEmail(email)
  return missing.map((at, index) => ({ at, code: index === 0 ? 'bothRequired' : '' }))
}

async function logIn({ email, password }: Filled): Promise<void> {
  const provider = await identityProvider()
  const session = requireUid(await provider.signInByEmail({ email: email.trim(), password }))
  await completeSignIn(session, '').catch(failure => {
    abandon(provider, session)
    throw failure
  })
}
