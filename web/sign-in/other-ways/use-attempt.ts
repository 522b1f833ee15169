import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, isNetworkFailure } from '../../../contract/calls/api-error.ts'
import { useWaitInWords } from '../form/problems/wait-in-words.ts'

/** Stands in a text at the place of an element. */
export const MARK = '\uFFFC'

/** One attempt at a time; the text says why the last one failed. */
export function useAttempt<What>() {
  const [busy, setBusy] = useState<What>()
  const [failure, setFailure] = useState<unknown>()
  const problem = useProblemText(failure)
  async function attempt(what: What, work: () => Promise<void>): Promise<void> {
    if (busy !== undefined) return
    setBusy(what)
    setFailure(undefined)
    await work().catch(setFailure)
    setBusy(undefined)
  }
  return { busy, problem, attempt }
}

function useProblemText(failure: unknown): string | undefined {
  const t = useTranslations('ways')
  const waitInWords = useWaitInWords()
  if (failure === undefined) return undefined
  if (!(failure instanceof ApiError)) return t('failed')
  if (isNetworkFailure(failure)) return t('offline')
  const { code, retryAfter = 60 } = failure
  if (/(quota-exceeded|too-many-requests)$/.test(code)) return t('tooMany', { time: waitInWords(retryAfter) })
  if (/(code-expired|invalid-verification-code)$/.test(code)) return t('codeOver')
  return t(code.endsWith('operation-not-allowed') ? 'noWhatsapp' : 'failed')
}
