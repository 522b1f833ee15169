import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { described, Field } from '../../../ui/fields/field.tsx'

const LIMIT = 320

type Props = ComponentProps<'input'> & { isOptional?: boolean; note?: ReactNode; error: string | undefined }

/** An e-mail address, which password managers use as the name of the account. */
export function EmailField({ isOptional, note, error, ...input }: Props) {
  const t = useTranslations('login')
  return (
    <Field id="email" label={t('email')} isOptional={isOptional} note={note} error={error}>
      <input
        className="input"
        id="email"
        name="email"
        type="email"
        dir="ltr"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LIMIT}
        required={!isOptional}
        {...input}
        {...described('email', { hint: note, error })}
      />
    </Field>
  )
}
