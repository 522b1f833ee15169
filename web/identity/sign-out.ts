import { signOut as signOutCall } from '../../contract/embedded-identity.ts'
import { track } from '../analytics/track.ts'
import { call } from '../api.ts'
import { dropAllDrafts } from '../outbox/drafts.ts'
import { endSession } from '../session.ts'

const WAIT_MS = 2000

/** Leaves: at once on this phone, and on the server as soon as it hears of it. What waits to be sent stays for next time. */
export function useSignOut(): () => Promise<void> {
  return async () => {
    track('logout')
    const told = call(signOutCall, {}).catch(() => undefined)
    // Without a network nobody should have to wait to be signed out of a shared phone.
    await Promise.race([told, new Promise(resolve => setTimeout(resolve, WAIT_MS))])
    dropAllDrafts()
    endSession()
  }
}
