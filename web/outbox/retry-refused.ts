import { currentSession, onSessionChange } from '../session.ts'
import { broadcast } from './outbox.ts'
import { isAtFault } from './refused-answers.ts'
import { itemsOf, MESSAGE, type OutboxItem, updateItem } from './store.ts'

/** A phone keeps its tabs for days: coming back after so long is a visit. */
const VISIT_AFTER_MS = 10 * 60_000

/** At each visit sends what was refused before: the server may know the page by now. A message is tried again by its writer. */
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
    ({ kind, refusedAs }) => kind !== MESSAGE && refusedAs !== undefined && !isAtFault(refusedAs),
  )
  for (const item of refused) await updateItem(item, { refusedAs: undefined } as unknown as Partial<OutboxItem>)
  if (refused.length > 0) await broadcast()
}
