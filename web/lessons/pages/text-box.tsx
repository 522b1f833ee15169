import type { Page } from '../../../contract/lessons.ts'
import { DEFAULT_ROWS } from '../../../contract/pages/text-response.ts'

const MAX_ROWS = 30

type Props = {
  page: Page
  id?: string
  label?: string
  describedBy?: string
  value: string
  onChange(text: string): void
}

export function TextBox({ page, id, label, describedBy, value, onChange }: Props) {
  const rows = Math.min(MAX_ROWS, Math.max(1, page.options?.rows ?? DEFAULT_ROWS))
  return (
    <textarea
      className="input"
      id={id}
      rows={rows}
      dir="auto"
      aria-label={label}
      aria-describedby={describedBy}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}
