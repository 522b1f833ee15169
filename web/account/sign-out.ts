import { track } from '../analytics/track.ts'
import { freshToken } from '../api.ts'
import { withTimeout } from '../loading/with-timeout.ts'
import { hasDownloads } from '../media/has-downloads.ts'
import { stopPush } from '../messages/push/stop-push.ts'
import { dropAllDrafts } from '../outbox/drafts/drafts.ts'
import { clearSessionEnding, currentSession, endSession, isSharedPhone } from '../session.ts'
import { removePeople } from '../shared-phone/people.ts'
import { pauseLive } from '../user/pause-live.ts'

const WAIT_MS = 2000

/**
 * Signs out on the server if it can be reached, and on this phone at once. Without a network the session stays on the
 * server until it expires, but nobody has its tokens. Unsent items stay for the next sign-in. If something would be
 * lost, `leaving/use-leaving.ts` asks before.
 */
export function useSignOut(): () => Promise<void> {
  return async () => {
    track('logout')
    const session = currentSession()
    // Polls pause: the server ends the session first, and a failing poll would report that somebody signed the person
    // out.
    const resume = session && pauseLive(session.uid)
    const notified = Promise.allSettled([stopPush(), tellProvider()])
    // Without a network nobody should wait to be signed out of a shared phone.
    await withTimeout(notified, WAIT_MS).catch(() => {})
    if (session && isSharedPhone()) {
      await leavePhone(session.uid)
      // A reply that came meanwhile may have listed the person again.
      removePeople([session.uid])
    } else dropAllDrafts()
    endSession()
    if (session && hasDownloads()) await deleteKept(session.uid).catch(() => {})
    clearSessionEnding()
    resume?.()
  }
}

/** The other people of this phone keep what they have here. */
async function leavePhone(uid: string): Promise<void> {
  removePeople([uid])
  const work = withTimeout(import('../shared-phone/leave-phone.ts')).then(({ leavePhone }) => leavePhone(uid))
  // If the code cannot be loaded, the drafts stay on the phone, but nobody sees them.
  await work.catch(() => {})
}

/** Deletes the kept lessons: the next person on this phone must not find them. */
async function deleteKept(uid: string): Promise<void> {
  const { deleteDownloadsOf } = await import('../downloads/rows/removal.ts')
  await deleteDownloadsOf(uid)
}

async function tellProvider(): Promise<void> {
  const { identityProvider } = await import('../sign-in/provider/provider.ts')
  const provider = await identityProvider()
  // The server accepts a sign-out only with a valid token.
  await freshToken()
  const session = currentSession()
  if (session) await provider.signOut(session)
}
