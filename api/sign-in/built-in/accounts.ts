import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { AccountsAtProvider } from '../../identity/provider.ts'

/** The users table says which phone opens which account, so only passwords and sessions are deleted here. */
export function embeddedAccounts(evictTokensOf: (uid: string) => void): AccountsAtProvider {
  return {
    movePhone: (trx, { from }) => removeWaysIn(trx, from),
    remove: removeWaysIn,
    evictTokensOf,
  }
}

async function removeWaysIn(trx: Transaction<Tables>, uid: string): Promise<void> {
  for (const table of ['sessions', 'passwords', 'reset_links', 'email_changes'] as const)
    await trx.deleteFrom(table).where('uid', '=', uid).execute()
}
