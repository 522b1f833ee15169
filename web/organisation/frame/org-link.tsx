import type { ComponentProps } from 'react'
import { isPlain } from '../../router/link.tsx'
import { openPath } from '../../router/router.ts'
import { useLocation } from '../../router/use-location.ts'

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  /** Whether it is marked as the present place. */
  isCurrent?: boolean
}

/** A link to a screen of the organisation's side. */
export function OrgLink({ to, isCurrent, onClick, ...props }: Props) {
  const { pathname, search } = useLocation()
  return (
    <a
      {...props}
      href={to}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={event => {
        onClick?.(event)
        if (!isPlain(event) || event.isDefaultPrevented()) return
        event.preventDefault()
        if (to !== pathname + search) openPath(to)
      }}
    />
  )
}

/** A link to the screen where somebody can act on the sentence beside it. */
export function ActLink({ to, children }: { to: string; children: string }) {
  return (
    <OrgLink className="btn second small" to={to}>
      {children}
    </OrgLink>
  )
}
