import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { NAME_LIMIT } from '../../../../contract/account.ts'
import { described, Field } from '../../../ui/fields/field.tsx'

type Props = ComponentProps<'input'> & { hint?: string | undefined; error?: string | undefined }

export function NameField({ hint, error, ...input }: Props) {
  const t = useTranslations('login')
  return (
    <Field id="name" label={t('name')} isOptional hint={hint} error={error}>
      <input
        className="input"
        id="name"
        name="name"
        autoComplete="name"
        maxLength={NAME_LIMIT}
        dir="auto"
        {...input}
        {...described('name', { hint, error })}
      />
    </Field>
  )
}
