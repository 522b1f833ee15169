import { deleteSender, readSender } from '../outbox/background-sync.ts'
import { deliver } from '../outbox/deliver.ts'
import { onSentMessage } from '../outbox/senders/sent-messages.ts'
import { resumeSession } from '../session.ts'
import { addToSaved } from './saved-conversation.ts'

onSentMessage((uid, message) => addToSaved(uid, [message]))

/** Sends what waits, with no page open. Rejects if something still waits: the browser tries again later. */
async function sendInBackground(): Promise<void> {
  const session = await readSender()
  if (!session) return
  resumeSession(session)
  const retryAfterMs = await deliver(session.uid)
  const pages = new BroadcastChannel('sbs.outbox')
  pages.postMessage('changed')
  pages.close()
  if (retryAfterMs !== undefined) throw new Error('Something still waits')
  await deleteSender()
}

// The service worker loads this file into its own scope (web/worker/worker.ts).
Object.assign(globalThis, { sendInBackground })
