import { Refusal, type RefusalCode, refusals } from '../../contract/refusals.ts'

/** What the server wrote for this very case; its stock sentences are for those who read raw answers. */
export function saidByServer(error: Error | null): string | undefined {
  if (!(error instanceof Refusal) || !error.message) return undefined
  const [, stock] = refusals[error.code as RefusalCode] ?? []
  return error.message === stock ? undefined : error.message
}
