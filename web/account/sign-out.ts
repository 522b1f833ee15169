import { track } from '../analytics/track.ts'
import { freshToken } from '../api.ts'
import { stopPush } from '../messages/push/stop-push.ts'
import { dropAllDrafts } from '../outbox/drafts.ts'
import { currentSession, endSession, forgetWhyEnded } from '../session.ts'
import { pauseLive } from '../user/pause-live.ts'

const WAIT_MS = 2000

/** Leaves: at once on this phone, and on the server as soon as it hears of it. What waits to be sent stays for next time. */
export function useSignOut(): () => Promise<void> {
  return async () => {
    track('logout')
    const session = currentSession()
    // The server ends the session first: a long poll would be refused, and say that somebody was put out.
    const resume = session && pauseLive(session.uid)
    const told = Promise.allSettled([stopPush(), tellProvider()])
    // Without a network nobody should have to wait to be signed out of a shared phone.
    await Promise.race([told, new Promise(resolve => setTimeout(resolve, WAIT_MS))])
    dropAllDrafts()
    endSession()
    forgetWhyEnded()
    resume?.()
  }
}

async function tellProvider(): Promise<void> {
  // Learning needs none of the code of the sign-in screens.
  const { identityProvider } = await import('../sign-in/provider/provider.ts')
  const provider = await identityProvider()
  // Only who shows a token that is still good is heard.
  await freshToken()
  const session = currentSession()
  if (session) await provider.signOut(session)
}
