import { useCallback, useEffect, useState } from 'react'
import { isTemporary } from '../../../contract/calls/api-error.ts'
import { readResetLink } from '../../../contract/sign-in/password-reset.ts'
import { callSignedOut } from '../../api.ts'
import { type FormProblem, problemFrom } from '../form/problems/problem.ts'
import { resetToken } from './reset-link.ts'

/** The account of a link, and whether to ask about its phone. */
export type ResetLink = { email: string; phoneToConfirm: string | null }

/** `mayRetry`: the link itself may be valid. */
type Read = { link?: ResetLink; problem?: FormProblem; mayRetry?: boolean }

/** Reads the link without using it. */
export function useResetLink(): Read & { tryAgain(): void } {
  const [read, setRead] = useState<Read>({})
  const look = useCallback(() => {
    setRead({})
    callSignedOut(readResetLink, { body: { token: resetToken() } }).then(
      ({ data }) => setRead({ link: data }),
      failure => setRead({ problem: problemFrom(failure), mayRetry: isTemporary(failure) }),
    )
  }, [])
  useEffect(look, [look])
  return { ...read, tryAgain: look }
}
