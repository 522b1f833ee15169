import { useEffect } from 'react'
import { LiveMessages } from '../messages/live-messages.tsx'
import { LazyRefusedAnswers } from '../messages/refused-answers/lazy-refused-answers.tsx'
import { onPageElsewhere } from '../outbox/page-elsewhere.ts'
import { retryAtEachVisit } from '../outbox/retry-refused.ts'
import { onRecordingSaved } from '../outbox/saved-recordings.ts'
import { queryClient } from '../query-client.ts'
import { showPageDone } from '../user/user.ts'

/** What goes on behind every screen, and comes after it. */
export function Behind() {
  // A recording gets its name only when it has arrived, on whatever screen that is.
  useEffect(() => onRecordingSaved(page => showPageDone(queryClient, page)), [])
  useEffect(() => onPageElsewhere(page => showPageDone(queryClient, page)), [])
  useEffect(() => retryAtEachVisit(), [])
  return (
    <>
      <LiveMessages />
      <LazyRefusedAnswers />
    </>
  )
}
