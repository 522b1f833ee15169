import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { described, Field } from '../../ui/fields/field.tsx'
import { TextArea } from '../text-area.tsx'
import { type FieldPath, fieldText, usePageForm } from './form-context.ts'

type Props = {
  path: FieldPath
  label: string
  hint?: string
  isOptional?: boolean
  isOneLine?: boolean
  most?: number
  rows?: number
}

/** A plain text of the page. If it is empty, the file has no such field. */
export function TextField({ path, label, hint, isOptional = true, isOneLine = true, most, rows = 1 }: Props) {
  const t = useTranslations('editor')
  const { language, read, change, problemAt } = usePageForm()
  const id = useId()
  const value = fieldText(read(path))
  const isFull = most !== undefined && value.length > most
  const error = isFull ? t('tooLong', { most, count: value.length }) : problemAt(path)
  return (
    <Field id={id} label={label} hint={hint} isOptional={isOptional} error={error}>
      <TextArea
        {...described(id, { hint, error })}
        className="input"
        id={id}
        rows={rows}
        language={language}
        isOneLine={isOneLine}
        value={value}
        onChange={text => change({ op: 'set', path, to: text === '' ? undefined : text })}
      />
    </Field>
  )
}
