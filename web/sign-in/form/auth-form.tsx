import type { ReactNode, Ref } from 'react'
import { Alert } from '../../ui/alert.tsx'
import type { Said } from './problem.ts'
import { SubmitButton } from './submit-button.tsx'

type Props = {
  said: Said
  isBusy: boolean
  label: string
  busyLabel: string
  ref?: Ref<HTMLFormElement>
  onSubmit?: (() => void) | undefined
  /** A field with this name changes. */
  onInput?: (name: string) => void
  children: ReactNode
}

/** Fields, what went wrong with them together, and the one button. */
export function DoorForm({ said, isBusy, label, busyLabel, ref, onSubmit, onInput, children }: Props) {
  return (
    // Outside a dialog this method sends nothing: not even a button pressed too early loads the page anew.
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
      {said.form && <Alert title={said.form} />}
      <SubmitButton isBusy={isBusy} label={label} busyLabel={busyLabel} />
    </form>
  )
}
