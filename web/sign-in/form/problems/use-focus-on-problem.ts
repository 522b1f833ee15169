import { useEffect, useRef } from 'react'
import type { Problem } from './problem.ts'

/** Focuses the first field with a new problem. */
export function useFocusOnProblem(problems: Problem[]): void {
  const before = useRef<Problem[]>([])
  useEffect(() => {
    // A corrected field leaves the other problems as they were: the focus stays where the person types.
    const isNew = problems.some(problem => !before.current.includes(problem))
    before.current = problems
    const field = problems.find(({ at }) => at !== 'form')
    if (isNew && field) document.getElementById(field.at)?.focus()
  }, [problems])
}
