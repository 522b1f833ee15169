import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { track } from '../analytics/track.ts'
import { languageIn } from '../i18n/language.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { pendingLocation, updateEntry } from '../router/router.ts'
import { useLocation } from '../router/use-location.ts'
import { focusArrival } from '../ui/focus-arrival.ts'

/** Effects of arriving at a screen: its title, its counted view, focus on its heading. */
export function useArrival(): void {
  const { key, pathname, search, route, isSkeleton } = useLocation()
  const { name, title } = route
  const t = useTranslations()
  const { language } = useLanguage()
  const first = useRef(key)
  const seen = useRef<string>(undefined)

  // The title is also set when the language changes.
  useEffect(() => {
    document.title = window.sbsNames?.[language] ?? t(title)
  }, [t, title, language])

  // A URL that names another language, as earlier entries of the history do, would switch back at the next visit.
  useEffect(() => {
    if ((languageIn(search) ?? language) === language) return
    const query = new URLSearchParams(search)
    query.set('lang', language)
    updateEntry({ search: `?${query}` })
  }, [search, language])

  // Only a completed navigation counts. A path that redirects to another one at once does not.
  useEffect(() => {
    const leadsTo = pendingLocation()?.pathname ?? pathname
    if (isSkeleton || seen.current === key || leadsTo !== pathname) return
    seen.current = key
    track('screen_view', { screen_name: name })
  }, [key, pathname, name, isSkeleton])

  // The first screen of a visit does not get the focus: a person may already be typing in one of its fields. It gets
  // the focus if a link led there that was pressed before the app was ready.
  useEffect(() => {
    if (key === first.current && !window.sbsFollowed) return
    window.sbsFollowed = false
    first.current = ''
    return focusArrival()
  }, [key])
}
