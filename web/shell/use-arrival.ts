import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { track } from '../analytics/track.ts'
import { onSessionChange } from '../session.ts'
import { slideBetween } from './slide.ts'

/** Whatever happens when a person arrives at a screen: its title, its view counted, focus on its heading, the slide that led there. */
export function useArrival(): void {
  const router = useRouter()
  const t = useTranslations()
  const shown = useRef<string>(undefined)

  // The title follows the language, too.
  useEffect(() => {
    const setTitle = () => {
      const key = here(router).title
      document.title = key ? t(key) : t('app.title')
    }
    setTitle()
    return router.subscribe('onResolved', setTitle)
  }, [router, t])

  useEffect(() => {
    const arrive = () => {
      const { href } = router.state.location
      if (href === shown.current) return
      track('screen_view', { screen_name: here(router).name ?? 'unknown' })
      if (shown.current !== undefined) focusHeading()
      shown.current = href
    }
    // The first screen was complete before it was drawn.
    arrive()
    const stopArriving = router.subscribe('onResolved', arrive)
    const stopSliding = router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
      if (fromLocation)
        document.documentElement.dataset.slide = slideBetween(fromLocation.pathname, toLocation.pathname)
    })
    return () => {
      stopArriving()
      stopSliding()
    }
  }, [router])

  // Signing in or out, in this tab or another, asks every guard again.
  useEffect(() => onSessionChange(() => void router.invalidate()), [router])
}

function here(router: ReturnType<typeof useRouter>) {
  return router.state.matches.at(-1)?.staticData ?? {}
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
