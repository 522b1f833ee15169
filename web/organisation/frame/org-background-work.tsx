import { useEffect } from 'react'
import { mayEditsWait } from '../../editor/draft/on-device/edits-wait.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { registerWorker } from '../../offline/register-worker.ts'
import { saveQueries } from '../../offline/saved-queries.ts'
import { queryClient } from '../../queries/query-client.ts'
import { retryFailedQueries } from '../../queries/retry-failed-queries.ts'
import { SkipLink } from '../../shell/skip-link.tsx'
import { useUid } from '../../user/user.ts'
import { focusWhatFollows } from '../focus-what-follows.ts'

/**
 * Lets the app open without a network, even for people who never visit the learners' side. Sends the edits of drafts
 * that wait on this device. Moves the focus when a control disappears.
 */
export function OrgBackgroundWork() {
  const { language } = useLanguage()
  const uid = useUid()
  useEffect(() => saveQueries(), [])
  useEffect(() => retryFailedQueries(queryClient), [])
  useEffect(() => focusWhatFollows(), [])
  // If the browser has no room, or a private window forbids it, the app works as long as there is a network.
  useEffect(() => void registerWorker(language).catch(() => {}), [language])
  useEffect(() => void (mayEditsWait() && sendEdits(uid).catch(() => {})), [uid])
  return <SkipLink />
}

async function sendEdits(uid: string): Promise<void> {
  const { sendWaitingEdits } = await import('../../editor/draft/use-draft.ts')
  await sendWaitingEdits(uid)
}
