import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { described, Field } from '../../../ui/fields/field.tsx'
import { Icon } from '../../../ui/icon.tsx'

const LIMIT = 1024

type Props = ComponentProps<'input'> & { label?: string; hint?: ReactNode; error: string | undefined }

/** A password with a button that shows it. */
export function PasswordField({ label, hint, error, ...input }: Props) {
  const t = useTranslations('login')
  const [isShown, setIsShown] = useState(false)
  // While the form is sent, the password is hidden again, because password managers recognise only a hidden password.
  const isReadable = isShown && !input.readOnly
  return (
    <Field id="password" label={label ?? t('password')} hint={hint} error={error}>
      <span className="secret" dir="ltr">
        <input
          className="input"
          id="password"
          name="password"
          type={isReadable ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LIMIT}
          required
          {...input}
          {...described('password', { hint, error })}
        />
        <button
          className="icon-btn"
          id="show-password"
          type="button"
          aria-label={t('showPassword')}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon name={isShown ? 'hidden' : 'eye'} />
        </button>
      </span>
    </Field>
  )
}
