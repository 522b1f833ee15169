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
  /** Wakes this person's long polls: they end if their session has. */
  publishTo: (uid: string) => void
  /** Wakes the mentor of a person whose account changed. */
  publishAbout: (uid: string) => Promise<void>
} & Efforts

export type Efforts = {
  /** About the most tries that a challenge takes. Fewer make a quicker test. */
  challengeEffort?: number
  /** What the hash of a password costs. Less makes a quicker test. */
  passwordEffort?: Effort
}
