import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Session } from '../../../contract/account.ts'
import { ApiError, NETWORK_FAILED } from '../../../contract/calls/api-error.ts'
import { completeSignIn, requireUid } from '../complete-sign-in.ts'
import { AuthForm } from '../form/auth-form.tsx'
import { AuthLayout } from '../form/auth-layout.tsx'
import { AuthLink, PhoneSignInLink } from '../form/auth-links.tsx'
import { EmailField } from '../form/fields/email-field.tsx'
import { NameField } from '../form/fields/name-field.tsx'
import { PasswordField } from '../form/fields/password-field.tsx'
import { type FormProblem, tooManyAs } from '../form/problems/problem.ts'
import { required, requiredEmail } from '../form/problems/required.ts'
import { typedEarly } from '../form/typed-early.ts'
import { useForm } from '../form/use-form.ts'
import { identityProvider } from '../provider/provider.ts'
import { rememberedEmail, rememberTypedEmail } from './carried-email.ts'
import { usePasswordPolicy } from './use-password-policy.ts'

type Filled = { name: string; email: string; password: string }
type FilledProblem = FormProblem<keyof Filled>

export function RegisterScreen() {
  const t = useTranslations()
  const { isCreated, send } = useRegister()
  const { errors, problems, isBusy, form } = useForm({ problemsIn, send })
  const policy = usePasswordPolicy()
  return (
    <AuthLayout title={t('register.title')} subtitle={t('register.subtitle')} at={0} foot={<PhoneSignInLink />}>
      <AuthForm {...form} label={t('register.create')} busyLabel={t('register.creating')}>
        <NameField readOnly={isBusy} defaultValue={typedEarly('name')} />
        <EmailField
          readOnly={isBusy || isCreated}
          error={errors.email}
          defaultValue={rememberedEmail()}
          onInput={rememberTypedEmail}
        />
        {problems.some(({ code }) => code === 'email-already-in-use') && <WaysIn />}
        <PasswordField
          autoComplete="new-password"
          hint={t(policy === 'strong' ? 'register.strongPasswordHint' : 'register.passwordHint')}
          readOnly={isBusy || isCreated}
          error={errors.password}
          defaultValue={typedEarly('password')}
        />
      </AuthForm>
      <AuthLink to="/login-email" className="btn quiet small">
        {t('register.haveAccount')}
      </AuthLink>
    </AuthLayout>
  )
}

/** Only checks that there is a password: the provider knows whether it is strong enough. */
function problemsIn({ email, password }: Filled): FilledProblem[] {
  return [...requiredEmail(email), ...required('password', password)]
}

/** Shown to a person whose e-mail address has an account already. */
function WaysIn() {
  const t = useTranslations()
  return (
    <div className="row">
      <AuthLink to="/login-email" className="btn second small">
        {t('login.login')}
      </AuthLink>
      <AuthLink to="/forgot-password" className="btn quiet small">
        {t('email.forgot')}
      </AuthLink>
    </div>
  )
}

/**
 * An account is created once. If only the next step failed, only that step is repeated, and the fields of the account
 * cannot be changed: the account has the first password.
 */
function useRegister() {
  const create = useCreate()
  const [session, setSession] = useState<Session>()
  return {
    isCreated: session !== undefined,
    async send({ name, email, password }: Filled) {
      const created = session ?? (await create({ email: email.trim(), password }))
      setSession(created)
      await completeSignIn(created, name.trim())
    },
  }
}

/** If the reply to the last try was lost, the account may exist. Then its password signs in. */
function useCreate() {
  const unanswered = useRef<string>(undefined)
  return async (credential: { email: string; password: string }): Promise<Session> => {
    const provider = await identityProvider()
    const created = provider.createByEmail(credential).catch(failure => {
      const code = failure instanceof ApiError ? failure.code : ''
      const isPerhapsOwn = code.endsWith('email-already-in-use') && unanswered.current === credential.email
      if (code === NETWORK_FAILED) unanswered.current = credential.email
      if (!isPerhapsOwn) return tooManyAs('too-often')(failure)
      return provider.signInByEmail(credential).catch(() => Promise.reject(failure))
    })
    return requireUid(await created)
  }
}
