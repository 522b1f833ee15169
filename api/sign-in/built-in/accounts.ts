import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { AccountsAtProvider } from '../../identity/provider.ts'

/** Which phone opens which account stands in the users table, so nothing but the ways in have to go. */
export function embeddedAccounts(forgetTokensOf: (uid: string) => void): AccountsAtProvider {
  return {
    movePhone: (trx, { from }) => removeWaysIn(trx, from),
    remove: removeWaysIn,
    forgetTokensOf,
  }
}

async function removeWaysIn(trx: Transaction<Tables>, uid: string): Promise<void> {
  for (const table of ['sessions', 'passwords', 'reset_links', 'email_changes'] as const)
    await trx.deleteFrom(table).where('uid', '=', uid).execute()
}
