import type { WhoseToken } from '../http/bearer.ts'
import type { Route } from '../http/serve.ts'

/** Whoever vouches for who people are: our own embedded identity, or a hosted service. */
export type IdentityProvider = {
  whoseToken: WhoseToken
  /** Whether a puzzle was really solved. Looks only: the proof stays good for sending a code. */
  isProven: (proof: string) => Promise<boolean>
  /** The calls that only this provider has. */
  routes: Route[]
  /** Removes what has run out; to be called about every hour. */
  forgetExpired: () => Promise<void>
}
