import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import type { IdentityProvider } from '../provider.ts'
import { forgetExpiredCodes } from './codes.ts'
import { createProofs } from './proof.ts'
import { embeddedRoutes } from './routes.ts'
import { openSecrets } from './secret.ts'
import { createSender } from './senders/sender.ts'
import { forgetExpiredSessions } from './sessions.ts'
import { openSigningKeys } from './signing-keys.ts'
import { createTokens } from './tokens.ts'
import { rememberVerified } from './verified-tokens.ts'

/**
 * Sign-in without anybody else: codes by SMS, our own tokens and sessions, a puzzle as bot check.
 * Needs a migrated database: the first start makes the signing key there.
 *
 * `proofEffort` is about how many tries the puzzle takes, 300 unless told; tests ask for less.
 */
export async function createEmbeddedIdentity({
  db,
  config,
  now,
  proofEffort,
}: {
  db: Db
  config: Config
  now: () => number
  proofEffort?: number
}): Promise<IdentityProvider> {
  const secrets = openSecrets(config)
  const proofs = createProofs({ db, now, secrets, effort: proofEffort })
  const tokens = createTokens({ now, keys: await openSigningKeys(db, now()) })
  const { whoseToken, forgetSession } = rememberVerified({ db, now, verify: tokens.verify })
  const send = createSender(config)
  return {
    whoseToken,
    isProven: proofs.isProven,
    routes: embeddedRoutes({ db, now, config, secrets, proofs, tokens, forgetSession, send }),
    forgetExpired: async () => {
      await proofs.forgetExpired()
      await forgetExpiredCodes(db, now())
      await forgetExpiredSessions(db, now())
    },
  }
}
