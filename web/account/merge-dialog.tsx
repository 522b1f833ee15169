import { useTranslations } from 'use-intl'
import { AuthForm } from '../sign-in/form/auth-form.tsx'
import { EmailField } from '../sign-in/form/fields/email-field.tsx'
import { PasswordField } from '../sign-in/form/fields/password-field.tsx'
import { required, requiredEmail } from '../sign-in/form/problems/required.ts'
import { useForm } from '../sign-in/form/use-form.ts'
import type { Credential } from '../sign-in/provider/identity-provider.ts'
import { Sheet } from '../ui/sheet/sheet.tsx'
import { withOwnText } from './in-words.ts'
import { mergeByEmail, type PhoneAccount } from './merge-accounts.ts'

type Props = { user: PhoneAccount; onClose(): void; onMerged(): void }

/** Asks for the e-mail address and password of the older account, and shows all errors. */
export function MergeDialog({ user, onClose, onMerged }: Props) {
  const t = useTranslations('merge')
  const { errors, isBusy, form } = useForm<keyof Credential>({
    problemsIn: ({ email, password }) => [...requiredEmail(email), ...required('password', password)],
    send: merge,
  })

  async function merge({ email, password }: Credential) {
    try {
      await mergeByEmail({ email: email.trim(), password }, user)
    } catch (failure) {
      throw withOwnText(failure, t('failed'))
    }
    onMerged()
  }

  return (
    <Sheet isLoose title={t('title')} isBusy={isBusy} onClose={onClose}>
      <p>{t('explained')}</p>
      <AuthForm {...form} label={t('submit')} busyLabel={t('merging')}>
        <EmailField error={errors.email} readOnly={isBusy} />
        <PasswordField error={errors.password} readOnly={isBusy} />
      </AuthForm>
    </Sheet>
  )
}
