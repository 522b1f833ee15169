import { type Auth, RecaptchaVerifier } from '@firebase/auth'

type Check = { verifier: RecaptchaVerifier; place: HTMLElement }

let current: Check | undefined

/** Google's bot check, which shows itself only to people it doubts. One is good for one code. */
export function invisibleCheck(auth: Auth): RecaptchaVerifier {
  current ??= newCheck(auth)
  return current.verifier
}

export function dropInvisibleCheck(): void {
  current?.verifier.clear()
  current?.place.remove()
  current = undefined
}

function newCheck(auth: Auth): Check {
  // Should it show itself after all, then in the language of the page.
  auth.languageCode = document.documentElement.lang
  // An element cannot be used for a second one.
  const place = document.body.appendChild(document.createElement('div'))
  return { place, verifier: new RecaptchaVerifier(auth, place, { size: 'invisible' }) }
}
