import { useEffect } from 'react'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { registerWorker } from '../../offline/register-worker.ts'
import { saveQueries } from '../../offline/saved-queries.ts'

/** Lets the app open without a network also on the phone of somebody who never comes to the learners' side. */
export function OrgBehind() {
  const { language } = useLanguage()
  useEffect(() => saveQueries(), [])
  // A browser without room, or in a private window, works as long as there is a network.
  useEffect(() => void registerWorker(language).catch(() => {}), [language])
  return null
}
