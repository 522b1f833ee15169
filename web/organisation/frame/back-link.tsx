import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { OrgLink } from './org-link.tsx'

/** Leads to the screen above this one, and has its name. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <OrgLink className="crumb" to={to}>
      <Icon name="back" />
      {children}
    </OrgLink>
  )
}
