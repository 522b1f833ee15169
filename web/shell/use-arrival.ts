import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { track } from '../analytics/track.ts'
import { usePlace } from '../router/use-place.ts'

/** Whatever happens when a person arrives at a screen: its title, its view counted, focus on its heading. */
export function useArrival(): void {
  const { key, route } = usePlace()
  const { name, title } = route
  const t = useTranslations()
  const arrivedAt = useRef<string>(undefined)

  // The title follows the language, too.
  useEffect(() => {
    document.title = t(title)
  }, [t, title])

  useEffect(() => {
    if (arrivedAt.current === key) return
    track('screen_view', { screen_name: name })
    // The first screen was complete before it was drawn.
    if (arrivedAt.current !== undefined) focusHeading()
    arrivedAt.current = key
  }, [key, name])
}

/** So that a screen reader begins where the new screen begins. Fields that take focus themselves keep it. */
function focusHeading(): void {
  requestAnimationFrame(() => {
    if (document.activeElement instanceof HTMLInputElement) return
    const heading = document.querySelector<HTMLElement>('main h1, main [data-heading]')
    if (!heading) return
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  })
}
