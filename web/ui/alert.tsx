import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** Something failed: what, and what is safe. Read out at once. */
export function Alert({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="alert" role="alert">
      <Icon name="warning" />
      <div>
        <b>{title}</b>
        {children && <p>{children}</p>}
      </div>
    </div>
  )
}
