import { typedEarly } from '../form/typed-early.ts'

let carried = ''

/**
 * The e-mail address as last typed, for the next screen that asks for it. In memory only: others may use this phone.
 */
export function rememberedEmail(): string {
  carried ||= typedEarly('email')
  return carried
}

export function rememberEmail(email: string): void {
  carried = email
}

export function rememberTypedEmail({ currentTarget }: { currentTarget: HTMLInputElement }): void {
  rememberEmail(currentTarget.value)
}
