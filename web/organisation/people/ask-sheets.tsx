import { type ReactNode, useId } from 'react'
import type { ActState } from '../../queries/use-act.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { useTyped } from '../../user/use-typed.ts'
import { CheckedForm, CheckedInput } from '../frame/checked-form/checked-form.tsx'
import { Problem } from '../frame/problem.tsx'

export type SheetProps = { act: ActState; title: string; lead: string; onClose(): void }

/** `label`: the words of the button, if they are not those of the heading. */
type Confirming = SheetProps & { label?: string; onConfirm(): void }

export function Confirm({ act, title, lead, label = title, onClose, onConfirm }: Confirming) {
  return (
    <Sheet isLoose title={title} isBusy={act.isBusy} onClose={onClose}>
      <p>{lead}</p>
      <Problem of={act} />
      <button className="btn wide" type="button" aria-busy={act.isBusy} onClick={onConfirm}>
        {label}
      </button>
    </Sheet>
  )
}

type Text = {
  /** The name of what is typed, for `useTyped`. */
  name: string
  label: string
  before?: string
  limit: number
  /** Stands above the button, in place of the error. */
  note?: ReactNode
  /** The words of the button, if they are not those of the heading. */
  submit?: string
  onSubmit(text: string): void
}

export function AskText(props: SheetProps & Text) {
  const { act, title, lead, name, label, before = '', limit, note, submit = title, onSubmit, onClose } = props
  const id = useId()
  const [text, setText] = useTyped(name, before)
  return (
    <Sheet isLoose title={title} isBusy={act.isBusy} onClose={onClose}>
      <CheckedForm onSubmit={() => onSubmit(text.trim())}>
        <p>{lead}</p>
        <CheckedInput
          id={id}
          label={label}
          required
          dir="auto"
          autoComplete="off"
          maxLength={limit}
          value={text}
          onChange={setText}
        />
        {note || <Problem of={act} />}
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {submit}
        </button>
      </CheckedForm>
    </Sheet>
  )
}
