import { resumeSession } from '../session.ts'
import { deleteSender, readSender } from './background-sync.ts'
import { deliver } from './deliver.ts'

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
