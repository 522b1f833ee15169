import { isEmailAddress } from '../email-address.ts'
import type { FormProblem } from './problem.ts'

/** The problem of an empty field. */
export function required<Field extends string>(at: Field, value: string | undefined): FormProblem<Field>[] {
  return value ? [] : [{ at, code: 'required' }]
}

/** The problem of an empty or malformed e-mail address. */
export function requiredEmail(value: string): FormProblem<'email'>[] {
  if (value.trim() === '') return [{ at: 'email', code: 'required' }]
  return isEmailAddress(value) ? [] : [{ at: 'email', code: 'invalidEmail' }]
}
