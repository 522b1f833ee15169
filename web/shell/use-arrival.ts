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
  const isFirst = useRef(true)

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
    const before = router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
      if (fromLocation)
        document.documentElement.dataset.slide = slideBetween(fromLocation.pathname, toLocation.pathname)
    })
    const resolved = router.subscribe('onResolved', ({ hrefChanged }) => {
      if (!hrefChanged && !isFirst.current) return
      track('screen_view', { screen_name: here(router).name ?? 'unknown' })
      if (!isFirst.current) focusHeading()
      isFirst.current = false
    })
    return () => {
      before()
      resolved()
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
