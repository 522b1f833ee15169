import { type ComponentProps, type MouseEvent, useEffect, useState } from 'react'
import { type HistoryState, pathnameOf, type Target } from './path.ts'
import { navigate, pendingLocation, preload } from './router.ts'
import { useLocation, usePendingLocation } from './use-location.ts'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Target & {
    state?: HistoryState
    /** Sets `aria-current` at this path, or also at paths below it. */
    current?: 'here' | 'below'
  }

/**
 * A link that keeps the query string. It preloads its screen at the first touch, hover or focus, and shows that it was
 * tapped until the screen is ready.
 */
export function Link({ to, params, state, current, onClick, ...props }: LinkProps) {
  const { search, path } = useLocation()
  const target = { to, params } as Target
  const pathname = pathnameOf(target)
  const isHere = path === to || (current === 'below' && path.startsWith(`${to}/`))
  const fetchIt = () => preload(to)
  const [tappedFor, setTappedFor] = useState<string>()
  const isTapped = usePendingLocation()?.key === tappedFor && tappedFor !== undefined
  return (
    <a
      aria-current={current && isHere ? 'page' : undefined}
      data-tapped={isTapped || undefined}
      {...props}
      href={pathname + search}
      onPointerEnter={fetchIt}
      onTouchStart={fetchIt}
      onFocus={fetchIt}
      onClick={event => {
        if (isPlain(event)) event.preventDefault()
        // This is a second tap, while the navigation of the first tap is under way.
        if (isPlain(event) && pendingLocation()?.pathname === pathname) return
        onClick?.(event)
        if (!isPlain(event)) return
        navigate({ ...target, state })
        setTappedFor(pendingLocation()?.key)
      }}
    />
  )
}

/** Goes to another place, and replaces the present history entry. */
export function Navigate(target: Target): null {
  const pathname = pathnameOf(target)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the target is new at each rendering, the path is not.
  useEffect(() => navigate({ ...target, replace: true }), [pathname])
  return null
}

/** False for a click that asks for another tab or window. */
export function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}
