import { useTranslations } from 'use-intl'
import { abandon, enter, owned } from '../enter.ts'
import { DoorForm } from '../form/auth-form.tsx'
import { Door } from '../form/auth-layout.tsx'
import { DoorLink } from '../form/auth-link.tsx'
import { PhoneLink } from '../form/auth-links.tsx'
import { EmailField } from '../form/email-field.tsx'
import { EndedNote } from '../form/ended-note.tsx'
import { PasswordField } from '../form/password-field.tsx'
import type { Problem } from '../form/problem.ts'
import { requiredEmail } from '../form/required.ts'
import { typedEarly } from '../form/typed-early.ts'
import { useForm } from '../form/use-form.ts'
import { identityProvider } from '../provider/provider.ts'
import { carriedEmail, carryTyped } from './carried-email.ts'

type Filled = { email: string; password: string }

/** Sign-in by e-mail and password. */
export function EmailLoginScreen() {
  const t = useTranslations()
  const { said, isBusy, form } = useForm({ problemsIn, send: logIn })
  return (
    <Door title={t('app.title')} subtitle={t('login.emailLink')} at={0} foot={<PhoneLink />}>
      <EndedNote />
      <DoorForm {...form} label={t('login.login')} busyLabel={t('login.loggingIn')}>
        <EmailField readOnly={isBusy} error={said.email} defaultValue={carriedEmail()} onInput={carryTyped} />
        <PasswordField readOnly={isBusy} error={said.password} defaultValue={typedEarly('password')} />
      </DoorForm>
      <div className="stack tight">
        <DoorLink to="/forgot-password" className="btn quiet small">
          {t('email.forgot')}
        </DoorLink>
        <DoorLink to="/register" className="btn second wide">
          {t('email.register')}
        </DoorLink>
      </div>
    </Door>
  )
}

/** One sentence for both, at the first that is missing. */
function problemsIn({ email, password }: Filled): Problem<keyof Filled>[] {
  const missing = (['email', 'password'] as const).filter(at => ({ email: email.trim(), password })[at] === '')
  if (missing.length === 0) return requiredEmail(email)
  return missing.map((at, index) => ({ at, code: index === 0 ? 'bothRequired' : '' }))
}

async function logIn({ email, password }: Filled): Promise<void> {
  const provider = await identityProvider()
  const session = owned(await provider.signInByEmail({ email: email.trim(), password }))
  await enter(session, '').catch(failure => {
    abandon(provider, session)
    throw failure
  })
}
