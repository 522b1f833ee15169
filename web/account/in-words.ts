import { ApiError } from '../../contract/calls/api-error.ts'
import { problemFrom, useErrorTexts } from '../sign-in/form/problems/problem.ts'
import { serverErrorText } from '../ui/server-error-text.ts'

/** Returns the error; if the server gave no reason, with our own text. */
export function withOwnText(failure: unknown, otherwise: string): unknown {
  if (!(failure instanceof ApiError)) return failure
  // In English only the server has a text for this.
  const errors = failure.code === 'auth/login-blocked' ? failure.message : serverErrorText(failure)
  // For the server's own codes the screen knows more than their texts say.
  const isOfServer = ['internal', 'bad-request', 'conflict'].includes(failure.code)
  const code = isOfServer ? 'unexplained' : failure.code
  return new ApiError(code, { status: failure.status, message: errors || otherwise })
}

/** The same for an act that asks for no password: the provider's text for too many tries is about passwords. */
export function withoutPassword(failure: unknown, otherwise: string): unknown {
  if (!(failure instanceof ApiError) || !failure.code.endsWith('too-many-requests'))
    return withOwnText(failure, otherwise)
  const { status, message, retryAfter } = failure
  return new ApiError('too-often', { status, message, ...(retryAfter ? { retryAfter } : {}) })
}

/** Why an act failed; `otherwise` if the server gave no reason. */
export function useErrorText(error: ApiError | undefined, otherwise: string): string | undefined {
  return useErrorTexts(error ? [problemFrom(withoutPassword(error, otherwise))] : []).form
}
