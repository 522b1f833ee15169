import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../icon.tsx'

type Props = {
  id: string
  label: ReactNode
  isOptional?: boolean | undefined
  /** A hint is optional to read; a note must not be missed. */
  hint?: ReactNode
  note?: ReactNode
  /** Empty: the field is wrong together with another field, which shows the sentence. */
  error: string | undefined
  children: ReactNode
}

/** A label, its control (with this id), and the error. */
export function Field({ id, label, isOptional, hint, note, error, children }: Props) {
  const t = useTranslations('login')
  return (
    <div className={error === undefined ? 'field' : 'field is-error'}>
      <label id={`${id}-label`} htmlFor={id}>
        {label} {isOptional && <span className="opt">({t('optional')})</span>}
      </label>
      {hint && (
        <p className="meta" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {note && (
        <div className="note">
          <Icon name="info" />
          <p id={`${id}-hint`}>{note}</p>
        </div>
      )}
      {children}
      <FieldError id={id} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p className="error-text" id={`${id}-error`} role="alert">
      <Icon name="warning" />
      <span>{error}</span>
    </p>
  )
}

/** Connects the control with its hint and its error. */
export function described(id: string, { hint, error }: { hint?: ReactNode; error: string | undefined }) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  return { 'aria-invalid': error === undefined ? undefined : true, 'aria-describedby': ids.join(' ') || undefined }
}
