import { useTranslations } from 'use-intl'
import { changeName, lettersOverLimit } from '../../contract/account.ts'
import { call } from '../api.ts'
import { AuthForm } from '../sign-in/form/auth-form.tsx'
import { NameField } from '../sign-in/form/fields/name-field.tsx'
import { useForm } from '../sign-in/form/use-form.ts'
import { Sheet } from '../ui/sheet/sheet.tsx'
import type { KnownUser } from '../user/load-user.ts'
import { withoutPassword } from './in-words.ts'
import { useChangeUser } from './use-change-user.ts'

type Props = { user: KnownUser; onClose(): void; onSaved(name: string | null): void }

/** Changes the name; an empty field removes it. */
export function NameDialog({ user, onClose, onSaved }: Props) {
  const t = useTranslations('account')
  const changeUser = useChangeUser()
  const { errors, isBusy, form } = useForm<'name'>({ problemsIn, send: save, needsProvider: false })

  function problemsIn({ name }: { name: string }) {
    const count = lettersOverLimit(name)
    return count === 0 ? [] : [{ at: 'name' as const, code: 'name-too-long', message: t('nameTooLong', { count }) }]
  }

  async function save({ name }: { name: string }) {
    const { data } = await call(changeName, { body: { name } }).catch(failure => {
      throw withoutPassword(failure, t('nameError'))
    })
    changeUser({ displayName: data.displayName })
    onClose()
    onSaved(data.displayName)
  }

  return (
    <Sheet isLoose title={t(user.displayName ? 'changeName' : 'addName')} isBusy={isBusy} onClose={onClose}>
      <AuthForm {...form} label={t('saveName')} busyLabel={t('oneMoment')}>
        {/* No maxLength: it would cut a pasted name without a warning. */}
        <NameField
          hint={useHint(user)}
          error={errors.name}
          readOnly={isBusy}
          maxLength={undefined}
          defaultValue={user.displayName ?? ''}
        />
      </AuthForm>
    </Sheet>
  )
}

/** Says who sees the name. */
function useHint({ mentorId, responderId }: KnownUser): string | undefined {
  const t = useTranslations('account')
  if (mentorId !== null) return t('nameOfMentor')
  return responderId === null ? undefined : t('nameForMentor')
}
