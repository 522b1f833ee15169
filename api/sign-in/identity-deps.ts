import type { Config } from '../config.ts'
import type { Db } from '../database/tables.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Senders } from '../senders/senders.ts'
import type { Effort } from './password/password-hash.ts'

/** The dependencies of both identity providers. */
export type IdentityDeps = {
  db: Db
  config: Config
  now: () => number
  secrets: Secrets
  senders: Senders
  warn: (message: string) => void
  /** Wakes this person's long polls, which end if their session has ended. */
  publishTo: (uid: string) => void
  /** Wakes the mentor of a person whose account changed. */
  publishAbout: (uid: string) => Promise<void>
} & Efforts

export type Efforts = {
  /** About the highest number of tries that a challenge takes. Tests use fewer, to be quicker. */
  challengeEffort?: number
  /** How much work the hash of a password takes. Tests use less, to be quicker. */
  passwordEffort?: Effort
}
