import { isEmailAddress } from './email-address.ts'
import type { Problem } from './problem.ts'

/** What is to be said where nothing was filled in. */
export function required<Field extends string>(at: Field, value: string | undefined): Problem<Field>[] {
  return value ? [] : [{ at, code: 'required' }]
}

/** An address that has to be there, and to look like one. */
export function requiredEmail(value: string): Problem<'email'>[] {
  if (value.trim() === '') return [{ at: 'email', code: 'required' }]
  return isEmailAddress(value) ? [] : [{ at: 'email', code: 'invalidEmail' }]
}
