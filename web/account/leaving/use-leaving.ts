import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { inTime } from '../../loading/in-time.ts'

/** The one way to leave an account on this phone: a sheet asks first if something would be lost. */
export function useLeaving() {
  const t = useTranslations('page')
  const [question, setQuestion] = useState<ReactNode>()

  /** Calls `go`, unless the person stays. `deletesDrafts`: it deletes messages and answers that are begun. */
  async function leave(go: () => Promise<void>, deletesDrafts = true): Promise<void> {
    const mayLeave = await inTime(import('./leave-sheet.tsx'))
      .then(sheet => sheet.askFirst(deletesDrafts, setQuestion))
      // Without a network its code or its texts may be missing. The browser can ask, too.
      .catch(() => confirm(t('leaveUnchecked')))
    try {
      if (mayLeave) await go()
    } finally {
      setQuestion(null)
    }
  }

  return { leave, question }
}
