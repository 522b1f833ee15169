import { currentSession, onSessionChange } from '../session.ts'
import { broadcast } from './outbox.ts'
import { isAtFault } from './refused-answers.ts'
import { itemsOf, updateItem } from './store.ts'

/** Tabs stay open for days on a phone: coming back after this long counts as a new visit. */
const VISIT_AFTER_MS = 10 * 60_000

/**
 * Sends refused pages again at each visit: the server may know the page by now. A refused message is sent again only if
 * its author presses a button.
 */
export function retryAtEachVisit(): () => void {
  let retriedAt = 0
  const retry = () => {
    retriedAt = Date.now()
    void retryRefused().catch(() => {})
  }
  const onVisibility = () => {
    if (document.visibilityState === 'visible' && Date.now() - retriedAt > VISIT_AFTER_MS) retry()
  }
  retry()
  const stop = onSessionChange(retry)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

async function retryRefused(): Promise<void> {
  const uid = currentSession()?.uid
  const refused = (uid ? await itemsOf(uid) : []).filter(
    ({ kind, refusedAs }) => kind !== 'message' && refusedAs !== undefined && !isAtFault(refusedAs),
  )
  for (const item of refused) await updateItem(item, { refusedAs: undefined })
  if (refused.length > 0) await broadcast()
}
