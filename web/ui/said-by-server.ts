import { ApiError } from '../../contract/calls/api-error.ts'
import { isStockSentence } from '../../contract/calls/error-codes.ts'

/** What the server wrote for this very case; its stock sentences are for those who read raw answers. */
export function serverErrorText(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || !error.message) return undefined
  return isStockSentence(error.code, error.message) ? undefined : error.message
}
