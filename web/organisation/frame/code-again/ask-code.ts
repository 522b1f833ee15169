import { ApiError } from '../../../../contract/calls/api-error.ts'
import { createStore } from '../../../create-store.ts'

type Asked = { answer(isConfirmed: boolean): void }

/** The act that waits for a code. */
export const asked = createStore<Asked | undefined>(undefined)

/** Wraps a grave act. If the sign-in is old, the act waits until the person enters a code from their phone. */
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

/** Resolves to false if the person closed the sheet. */
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
