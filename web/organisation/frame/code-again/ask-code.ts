import { ApiError } from '../../../../contract/calls/api-error.ts'
import { createStore } from '../../../create-store.ts'

type Asked = { answer(isConfirmed: boolean): void }

/** The act that waits for a code. */
export const asked = createStore<Asked | undefined>(undefined)

/** A grave act that waits for a code of the person's phone if their sign-in is old, and is done then. */
export function afterCode<T>(act: (idempotencyKey: string) => Promise<T>): (idempotencyKey: string) => Promise<T> {
  return async key => {
    try {
      return await act(key)
    } catch (failure) {
      const isAsked = failure instanceof ApiError && failure.code === 'auth/requires-recent-login'
      if (!isAsked || !(await isConfirmed())) throw failure
      return act(key)
    }
  }
}

/** False: they closed the sheet. */
function isConfirmed(): Promise<boolean> {
  return new Promise(resolve => {
    asked.set({
      answer(isConfirmed) {
        asked.set(undefined)
        resolve(isConfirmed)
      },
    })
  })
}
