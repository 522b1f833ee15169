import { ApiError } from '../../contract/calls/api-error.ts'
import { problemFrom, useErrorTexts } from '../sign-in/form/problems/problem.ts'
import { serverErrorText } from '../ui/server-error-text.ts'

/** Returns the error; if the server gave no reason, with our own text. */
export function withOwnText(failure: unknown, otherwise: string): unknown {
  if (!(failure instanceof ApiError)) return failure
  // In English only the server has a text for this.
  const errors = failure.code === 'auth/login-blocked' ? failure.message : serverErrorText(failure)
  // For an internal error the screen knows more than the server says.
  const code = failure.code === 'internal' ? 'unexplained' : failure.code
  return new ApiError(code, { status: failure.status, message: errors || otherwise })
}

/** Why an act failed; `otherwise` if the server gave no reason. */
export function useErrorText(error: ApiError | undefined, otherwise: string): string | undefined {
  return useErrorTexts(error ? [problemFrom(withOwnText(error, otherwise))] : []).form
}
