import { useState } from 'react'
import { type Problem, problemFrom, useErrorTexts } from '../sign-in/form/problems/problem.ts'
import { inWords } from './in-words.ts'

/** An action that takes time and may fail: one at a time, with its error until the next try. */
export function useAttempt(otherwise: string) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const { form: errors } = useErrorTexts(problem ? [problem] : [])

  async function attempt(work: () => Promise<void>): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    await work().catch(failure => setProblem(problemFrom(inWords(failure, otherwise))))
    setIsBusy(false)
  }

  return { isBusy, errors, code: problem?.code, attempt }
}
