import type { ReactNode, Ref } from 'react'
import { Alert } from '../../ui/alert.tsx'
import type { ErrorTexts } from './problems/problem.ts'

type Props = {
  errors: ErrorTexts
  isBusy: boolean
  label: string
  busyLabel: string
  ref?: Ref<HTMLFormElement>
  onSubmit?: (() => void) | undefined
  /** A field with this name changed. */
  onInput?: (name: string) => void
  children: ReactNode
}

/** Fields, the error of the whole form, and the button. */
export function AuthForm({ errors, isBusy, label, busyLabel, ref, onSubmit, onInput, children }: Props) {
  return (
    // Outside a dialog this method sends nothing: a button pressed too early does not reload the page.
    <form
      ref={ref}
      className="stack loose"
      method="dialog"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onSubmit?.()
      }}
      onInput={event => onInput?.((event.target as HTMLInputElement).name)}
    >
      {children}
      {errors.form && <Alert title={errors.form} />}
      <SubmitButton isBusy={isBusy} label={label} busyLabel={busyLabel} />
    </form>
  )
}

function SubmitButton({ isBusy, label, busyLabel }: Pick<Props, 'isBusy' | 'label' | 'busyLabel'>) {
  return (
    <button className="btn wide" type="submit" aria-busy={isBusy} aria-disabled={isBusy} data-busy={busyLabel}>
      {isBusy && <span className="spin" />}
      {isBusy ? busyLabel : label}
    </button>
  )
}
