import { useEffect } from 'react'
import { showPageDone } from '../identity/user.ts'
import { LiveMessages } from '../messages/live-messages.tsx'
import { onRecordingSaved } from '../outbox/saved-recordings.ts'
import { queryClient } from '../query-client.ts'

/** What goes on behind every screen, and comes after it. */
export function Behind() {
  // A recording gets its name only when it has arrived, on whatever screen that is.
  useEffect(() => onRecordingSaved(page => showPageDone(queryClient, page)), [])
  return <LiveMessages />
}
