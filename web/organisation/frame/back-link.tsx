import type { ReactNode } from 'react'
import { isPlain } from '../../router/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { previousPath } from '../previous-path.ts'
import { OrgLink } from './org-link.tsx'

/**
 * Leads to the screen above this one, and has the name of that screen. If the person came from there, the link does the
 * same as the browser's Back: a list is as they left it, with its filters.
 */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <OrgLink
      className="crumb"
      to={to}
      onClick={event => {
        if (!isPlain(event) || previousPath() !== to) return
        event.preventDefault()
        history.back()
      }}
    >
      <Icon name="back" />
      {children}
    </OrgLink>
  )
}
