import { addToSaved } from '../../offline/saved-conversation.ts'
import { onSentMessage } from '../../outbox/senders/sent-messages.ts'
import { currentSession, onSessionChange } from '../../session.ts'
import { resetMessenger } from '../messenger.ts'
import { currentNews, type LiveUser } from './apply-news.ts'
import { applyEverywhere, LIVE, listenToOtherTabs, noteReachedEverywhere } from './other-tabs.ts'
import { poll } from './poll.ts'
import { dropCursor } from './stored-cursor.ts'

/** Keeps messages and counts up to date while somebody is signed in. One tab polls, and broadcasts to the others. */
export function goLive(who: LiveUser): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  listenToOtherTabs(who, signal)
  const stopHearing = onSentMessage(async (uid, message) => {
    noteReachedEverywhere(true)
    if (uid === who.uid) applyEverywhere(who, { ...currentNews(who), messages: [message] })
    await addToSaved(uid, [message])
  })
  const stopWatching = onSessionChange(session => session?.uid !== who.uid && leaving.abort())
  signal.addEventListener('abort', () => {
    stopWatching()
    stopHearing()
    resetMessenger()
    if (currentSession()?.uid !== who.uid) dropCursor()
  })
  const start = () => poll(who, signal).catch((error: Error) => signal.aborted || console.error(error))
  if (navigator.locks) void navigator.locks.request(LIVE, { signal }, start).catch(() => {})
  else void start()
  return () => leaving.abort()
}
