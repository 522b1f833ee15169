import { refusals } from '../../contract/refusal-catalogue.ts'
import { Refusal } from '../../contract/refusals.ts'

/** What the server wrote for this very case; for the codes of the catalogue the screens have words of their own. */
export function saidByServer(error: Error | null): string | undefined {
  if (!(error instanceof Refusal) || !error.message) return undefined
  return Object.hasOwn(refusals, error.code) ? undefined : error.message
}
