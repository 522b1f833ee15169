import { useEffect, useRef } from 'react'
import type { FormProblem } from './problem.ts'

/** Focuses the first field with a new problem. */
export function useFocusOnProblem(problems: FormProblem[]): void {
  const before = useRef<FormProblem[]>([])
  useEffect(() => {
    // A corrected field leaves the other problems as they were: the focus stays where the person types.
    const isNew = problems.some(problem => !before.current.includes(problem))
    before.current = problems
    const field = problems.find(({ at }) => at !== 'form')
    if (isNew && field) document.getElementById(field.at)?.focus()
  }, [problems])
}
