import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'

/** Something worked, and stands where the form was: read out at once, and the keyboard goes on from here. */
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
