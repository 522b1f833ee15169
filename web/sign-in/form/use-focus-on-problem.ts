import { useEffect, useRef } from 'react'
import type { Problem } from './problem.ts'

/** Puts the focus into the first field that something new is wrong with. */
export function useFocusOnProblem(problems: Problem[]): void {
  const before = useRef<Problem[]>([])
  useEffect(() => {
    // One that is mended leaves the others as they were: a person who types there stays there.
    const isNew = problems.some(problem => !before.current.includes(problem))
    before.current = problems
    const field = problems.find(({ at }) => at !== 'form')
    if (isNew && field) document.getElementById(field.at)?.focus()
  }, [problems])
}
