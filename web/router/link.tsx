import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { type HistoryState, pathnameOf, type Target } from './path.ts'
import { navigate, preload } from './router.ts'
import { usePlace } from './use-place.ts'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Target & {
    state?: HistoryState
    /** Says `aria-current` at this place, or also at the places below it. */
    current?: 'here' | 'below'
  }

/** To another place, with the query string. Its code is fetched as soon as a finger, a mouse or the focus is on it. */
export function Link({ to, params, state, current, onClick, ...props }: LinkProps) {
  const { search, path } = usePlace()
  const target = { to, params } as Target
  const isHere = path === to || (current === 'below' && path.startsWith(`${to}/`))
  const fetchIt = () => preload(to)
  return (
    <a
      aria-current={current && isHere ? 'page' : undefined}
      {...props}
      href={pathnameOf(target) + search}
      onPointerEnter={fetchIt}
      onTouchStart={fetchIt}
      onFocus={fetchIt}
      onClick={event => {
        onClick?.(event)
        if (isPlain(event)) {
          event.preventDefault()
          navigate({ ...target, state })
        }
      }}
    />
  )
}

/** Leads on to another place without a trace of this one. */
export function Navigate(target: Target): null {
  const pathname = pathnameOf(target)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the target is new at each rendering, the address is not.
  useEffect(() => navigate({ ...target, replace: true }), [pathname])
  return null
}

/** Not one that asks for another tab or window. */
function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}
