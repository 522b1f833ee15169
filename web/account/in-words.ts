import { ApiError } from '../../contract/calls/api-error.ts'
import { problemFrom, useErrorTexts } from '../sign-in/form/problems/problem.ts'
import { serverErrorText } from '../ui/server-error-text.ts'

/** Returns the error to show. If the server gave no reason, the error has our own text, `otherwise`. */
export function withOwnText(failure: unknown, otherwise: string): unknown {
  if (!(failure instanceof ApiError)) return failure
  // The app has no English text for this error, so the server's text is shown.
  const errors = failure.code === 'auth/login-blocked' ? failure.message : serverErrorText(failure)
  // For the server's own codes the screen knows more than their texts say.
  const isOfServer = ['internal', 'bad-request', 'conflict'].includes(failure.code)
  const code = isOfServer ? 'unexplained' : failure.code
  return new ApiError(code, { status: failure.status, message: errors || otherwise })
}

/**
 * As `withOwnText`, for an act that asks for no password: the provider's text for too many tries is about passwords.
 */
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
