import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'

type Props = { id: string; label: ReactNode; error: string | undefined; children: ReactNode }

/** A label, its control (with this id) and what is wrong with it. */
export function Field({ id, label, error, children }: Props) {
  return (
    <div className={error ? 'field is-error' : 'field'}>
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {children}
      {error && (
        <p className="error-text" id={`${id}-error`} role="alert">
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}

/** Ties the control to its error. */
export function errorAttributes(id: string, error: string | undefined) {
  return error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {}
}
