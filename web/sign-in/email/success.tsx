import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'

/** Replaces the form after a success: screen readers announce it at once, and it gets the focus. */
export function Success({ title, children }: { title: string; children: ReactNode }) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => alert.current?.focus(), [])
  return (
    <div className="alert good" role="status" tabIndex={-1} ref={alert}>
      <Icon name="check" />
      <div>
        <b>{title}</b>
        <p>{children}</p>
      </div>
    </div>
  )
}
