import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { NAME_LIMIT } from '../../contract/identity.ts'
import { Field } from './field.tsx'

/** What to be called by. Nobody has to say. */
export function NameField(input: ComponentProps<'input'>) {
  const t = useTranslations('login')
  return (
    <Field id="name" label={t('name')} isOptional error={undefined}>
      <input className="input" id="name" name="name" autoComplete="name" maxLength={NAME_LIMIT} dir="auto" {...input} />
    </Field>
  )
}
