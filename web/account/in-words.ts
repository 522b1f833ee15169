import { ApiError } from '../../contract/calls/api-error.ts'
import { serverErrorText } from '../ui/said-by-server.ts'

/** The same refusal; where nobody told the reason, with what is to be said then. */
export function inWords(failure: unknown, otherwise: string): unknown {
  if (!(failure instanceof ApiError)) return failure
  // English has no words of its own for this one.
  const errors = failure.code === 'auth/login-blocked' ? failure.message : serverErrorText(failure)
  // A server that only says that something went wrong knows less than the screen does.
  const code = failure.code === 'internal' ? 'unexplained' : failure.code
  return new ApiError(code, { status: failure.status, message: errors || otherwise })
}
