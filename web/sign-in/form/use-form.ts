import { useEffect, useRef, useState } from 'react'
import { track } from '../../analytics/track.ts'
import { identityProvider } from '../provider/provider.ts'
import { type FormProblem, problemFrom, useErrorTexts } from './problems/problem.ts'
import { useFocusOnProblem } from './problems/use-focus-on-problem.ts'
import { usePressedEarly } from './typed-early.ts'

type Values<Field extends string> = Record<Field, string>

type Work<Field extends string> = {
  /** Problems that prevent sending. */
  problemsIn(values: Values<Field>): FormProblem<Field>[]
  /** Rejects with the error. After a success the form stays busy, because another screen follows. */
  send(values: Values<Field>): Promise<unknown>
  /** False if `send` does not need it: Firebase's SDK would be loaded in vain. */
  needsProvider?: boolean
}

/** The fields that errors of the provider belong to. */
const places: Partial<Record<string, string>> = {
  'invalid-email': 'email',
  'email-already-in-use': 'email',
  'user-not-found': 'email',
  'user-disabled': 'email',
  'wrong-password': 'password',
  'invalid-credential': 'password',
  'weak-password': 'password',
}

/**
 * A form with uncontrolled fields, so that browsers and password managers fill them as they like. While it is sent, it
 * cannot be sent again.
 */
export function useForm<Field extends string>({ problemsIn, send, needsProvider = true }: Work<Field>) {
  const ref = useRef<HTMLFormElement>(null)
  const isWorking = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problems, setProblems] = useState<FormProblem<Field>[]>([])
  useFocusOnProblem(problems)

  useEffect(() => {
    // The provider may have to be loaded, so this starts before the button is pressed.
    if (needsProvider) identityProvider().catch(() => {})
  }, [needsProvider])

  async function submit() {
    if (isWorking.current || !ref.current) return
    const values = Object.fromEntries(new FormData(ref.current)) as Values<Field>
    const found = problemsIn(values)
    setProblems(found)
    if (found.length > 0) return
    work(true)
    await send(values).catch(fail)
  }

  function fail(failure: unknown) {
    const problem = problemFrom<Field>(failure, places as Partial<Record<string, Field>>)
    track('authError', { code: problem.code })
    setProblems([problem])
    work(false)
  }

  function work(isBegun: boolean) {
    isWorking.current = isBegun
    setIsBusy(isBegun)
  }

  /** The error of a field, and of the whole form, disappears once the field changes. */
  function mend(name: string) {
    setProblems(known => known.filter(({ at }) => at !== name && at !== 'form'))
  }

  usePressedEarly(() => void submit())

  const errors = useErrorTexts(problems)
  return { errors, problems, isBusy, form: { ref, errors, isBusy, onSubmit: () => void submit(), onInput: mend } }
}
