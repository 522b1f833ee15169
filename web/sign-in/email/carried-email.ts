import { typedEarly } from '../form/typed-early.ts'

let carried = ''

/** The e-mail address as it was last typed, for the next screen that asks for it. Only in memory: others may use this phone. */
export function carriedEmail(): string {
  carried ||= typedEarly('email')
  return carried
}

export function carryEmail(email: string): void {
  carried = email
}

export function carryTyped({ currentTarget }: { currentTarget: HTMLInputElement }): void {
  carryEmail(currentTarget.value)
}
