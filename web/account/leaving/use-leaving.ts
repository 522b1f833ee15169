import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { withTimeout } from '../../loading/with-timeout.ts'

/** The one way to leave an account on this phone: a sheet asks first if something would be lost. */
export function useLeaving() {
  const t = useTranslations('page')
  const [question, setQuestion] = useState<ReactNode>()

  /** Calls `go`, unless the person stays. `deletesDrafts`: `go` deletes begun messages and answers. */
  async function leave(go: () => Promise<void>, deletesDrafts = true): Promise<void> {
    const mayLeave = await withTimeout(import('./leave-sheet.tsx'))
      .then(sheet => sheet.confirmLeaving(deletesDrafts, setQuestion))
      // Without a network, the code or the texts of the sheet may be missing. The browser asks instead.
      .catch(() => confirm(t('leaveUnchecked')))
    try {
      if (mayLeave) await go()
    } finally {
      setQuestion(null)
    }
  }

  return { leave, question }
}
