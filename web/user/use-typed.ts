import { useEffect, useState } from 'react'
import { currentSession } from '../session.ts'
import { readFromTab, storeInTab } from './tab-memory.ts'

/**
 * A state for what somebody types before it is sent. It is there again after a reload, and after the session has ended
 * and the same person has signed in again. It ends when its form is closed.
 *
 * @param name of the field and of what it is about, such as `block <uid>`.
 * @param before The value until something is typed.
 */
export function useTyped<T>(name: string, before: T): [T, (typed: T) => void] {
  const [typed, setTyped] = useState(() => readFromTab<T>(name))
  useEffect(() => {
    if (typed === undefined) return
    storeInTab(name, typed)
    return () => {
      if (currentSession()) storeInTab(name, undefined)
    }
  }, [name, typed])
  return [typed ?? before, setTyped]
}
