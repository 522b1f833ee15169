import { type Auth, RecaptchaVerifier } from '@firebase/auth'

type Check = { verifier: RecaptchaVerifier; place: HTMLElement }

let current: Check | undefined

/** Google's bot check, which is shown only to suspicious visitors. One check is valid for one code. */
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
  // If the check is shown, it is in the language of the page.
  auth.languageCode = document.documentElement.lang
  // One element cannot be used for a second check.
  const place = document.body.appendChild(document.createElement('div'))
  return { place, verifier: new RecaptchaVerifier(auth, place, { size: 'invisible' }) }
}
