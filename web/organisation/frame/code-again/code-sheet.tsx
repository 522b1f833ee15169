import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CODE_LENGTH } from '../../../../contract/account.ts'
import { confirmAgain } from '../../../../contract/sign-in/phone.ts'
import { useLeaving } from '../../../account/leaving/use-leaving.ts'
import { useSignOut } from '../../../account/sign-out.ts'
import { call } from '../../../api.ts'
import { toWesternDigits } from '../../../i18n/digits.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { PhoneNumber } from '../../../phone-numbers/phone-number.tsx'
import { spacedPhone } from '../../../phone-numbers/spaced-phone.ts'
import { useAct } from '../../../queries/use-act.ts'
import { knownSettings } from '../../../settings/settings.ts'
import { AuthForm } from '../../../sign-in/form/auth-form.tsx'
import { required } from '../../../sign-in/form/problems/required.ts'
import { useForm } from '../../../sign-in/form/use-form.ts'
import { DemoCode } from '../../../sign-in/phone/code/demo-code.tsx'
import { ResendButton } from '../../../sign-in/phone/code/resend-button.tsx'
import { withBotCheck } from '../../../sign-in/provider/bot-check.ts'
import type { SentCode } from '../../../sign-in/provider/identity-provider.ts'
import { identityProvider } from '../../../sign-in/provider/provider.ts'
import { described, Field } from '../../../ui/fields/field.tsx'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { useUser } from '../../../user/user.ts'

type Props = { onEnd(isConfirmed: boolean): void }

/** Sends a code to the person's own phone and asks for it, before a grave act with an old sign-in. */
export function CodeSheet({ onEnd }: Props) {
  const phone = useUser().data?.user.phoneNumber
  const [sent, setSent] = useState<SentCode>()
  if (!phone || knownSettings().identity !== 'embedded') return <SignInAgain onEnd={onEnd} />
  if (!sent) return <Send phone={phone} onSent={setSent} onEnd={onEnd} />
  return <Enter key={sent.verificationId} phone={phone} sent={sent} onSent={setSent} onEnd={onEnd} />
}

/** Firebase, or an account without a phone: only a new sign-in counts. */
function SignInAgain({ onEnd }: Props) {
  const t = useTranslations('org.code')
  const signOut = useSignOut()
  const { leave, question } = useLeaving()
  const { isBusy, make } = useAct()
  const signIn = () => make(() => leave(signOut))
  return (
    <Sheet isLoose title={t('title')} isBusy={isBusy} onClose={() => onEnd(false)}>
      <p>{t('signInLead')}</p>
      <button className="btn wide" type="button" aria-busy={isBusy} onClick={() => void signIn()}>
        {t('signIn')}
      </button>
      {question}
    </Sheet>
  )
}

type WithPhone = Props & { phone: string; onSent(sent: SentCode): void }

function Send({ phone, onSent, onEnd }: WithPhone) {
  const t = useTranslations('org.code')
  const login = useTranslations('login')
  const { language } = useLanguage()
  const { errors, isBusy, form } = useForm({ problemsIn: () => [], send })

  async function send() {
    onSent(await (await identityProvider()).sendCode(phone, { language }))
  }

  return (
    <Sheet isLoose title={t('title')} isBusy={isBusy} onClose={() => onEnd(false)}>
      <p>
        {t('lead')} <PhoneNumber phone={spacedPhone(phone)} language={language} />
      </p>
      <AuthForm {...form} errors={errors} label={login('send')} busyLabel={login('sending')}>
        {null}
      </AuthForm>
    </Sheet>
  )
}

function Enter({ phone, sent, onSent, onEnd }: WithPhone & { sent: SentCode }) {
  const t = useTranslations('org.code')
  const login = useTranslations('login')
  const { language } = useLanguage()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { errors, isBusy, form } = useForm<'code'>({
    problemsIn: ({ code }) => required('code', digitsIn(code)),
    send: async values => {
      const entered = { verificationId: sent.verificationId, code: digitsIn(values.code) }
      await withBotCheck(entered, body => call(confirmAgain, { body }, { idempotencyKey }))
      onEnd(true)
    },
  })
  const resend = useForm({
    problemsIn: () => [],
    send: async () => onSent(await (await identityProvider()).sendCode(phone, { language })),
  })

  return (
    <Sheet isLoose title={t('title')} isBusy={isBusy} onClose={() => onEnd(false)}>
      <DemoCode verificationId={sent.verificationId} />
      <AuthForm {...form} errors={errors} label={t('confirm')} busyLabel={login('checking')}>
        <Field
          id="code-again"
          label={
            <>
              {login('sentTo')} <PhoneNumber phone={spacedPhone(phone)} language={language} />
            </>
          }
          error={errors.code}
        >
          <input
            className="input code"
            id="code-again"
            name="code"
            aria-label={login('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            readOnly={isBusy}
            onInput={sendWhenWhole}
            {...described('code-again', { hint: login('sendsItself'), error: errors.code })}
          />
          <p className="meta" id="code-again-hint">
            {login('sendsItself')}
          </p>
        </Field>
      </AuthForm>
      <form ref={resend.form.ref} className="stack tight" noValidate onSubmit={event => event.preventDefault()}>
        {resend.errors.form && <p className="meta">{resend.errors.form}</p>}
        <ResendButton resendAt={sent.resendAt} isBusy={resend.isBusy} onResend={resend.form.onSubmit} />
      </form>
    </Sheet>
  )
}

function digitsIn(text: string | undefined): string {
  return toWesternDigits(text ?? '')
    .replace(/\D/g, '')
    .slice(0, CODE_LENGTH)
}

function sendWhenWhole({ currentTarget }: FormEvent<HTMLInputElement>): void {
  if (digitsIn(currentTarget.value).length === CODE_LENGTH) currentTarget.form?.requestSubmit()
}
