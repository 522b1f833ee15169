import { ApiError } from '../../contract/calls/api-error.ts'
import { isStockMessage } from '../../contract/calls/stock-messages.ts'

/** The server's message for a special case. Its stock messages are for people who read raw replies. */
export function serverErrorText(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || !error.message) return undefined
  return isStockMessage(error.code, error.message) ? undefined : error.message
}
