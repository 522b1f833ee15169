import { useState } from 'react'
import type { ActState } from '../../queries/use-act.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Problem } from '../frame/problem.tsx'

export type SheetProps = { act: ActState; title: string; lead: string; onClose(): void }

/** Asks to confirm an act. */
export function Confirm({ act, title, lead, onClose, onConfirm }: SheetProps & { onConfirm(): void }) {
  return (
    <Sheet isLoose title={title} isBusy={act.isBusy} onClose={onClose}>
      <p>{lead}</p>
      <Problem of={act} />
      <button className="btn wide" type="button" aria-busy={act.isBusy} onClick={onConfirm}>
        {title}
      </button>
    </Sheet>
  )
}

type Text = { label: string; before?: string; limit: number; onSubmit(text: string): void }

/** Asks for one line of text. */
export function AskText({ act, title, lead, label, before = '', limit, onSubmit, onClose }: SheetProps & Text) {
  const [text, setText] = useState(before)
  return (
    <Sheet isLoose title={title} isBusy={act.isBusy} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          onSubmit(text.trim())
        }}
      >
        <p>{lead}</p>
        <label className="field">
          <b>{label}</b>
          <input
            className="input"
            required
            dir="auto"
            autoComplete="off"
            maxLength={limit}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <Problem of={act} />
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {title}
        </button>
      </form>
    </Sheet>
  )
}
