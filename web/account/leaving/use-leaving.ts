import { type ReactNode, useState } from 'react'

/** The one way to leave an account on this phone: a sheet asks first if something would be lost. */
export function useLeaving() {
  const [question, setQuestion] = useState<ReactNode>()

  /** Calls `go`, unless the person stays. `deletesDrafts`: it deletes messages and answers that are begun. */
  async function leave(go: () => Promise<void>, deletesDrafts = true): Promise<void> {
    const mayLeave = await import('./leave-sheet.tsx')
      .then(sheet => sheet.mayLeave(deletesDrafts, setQuestion))
      .catch(() => true)
    try {
      if (mayLeave) await go()
    } finally {
      setQuestion(null)
    }
  }

  return { leave, question }
}
