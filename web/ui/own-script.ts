type Policy = { createScriptURL(url: string): string }
type TrustedTypes = { createPolicy(name: string, rules: Policy): Policy }

let policy: Policy | undefined

/** The page runs only scripts whose URL was checked: this checks that it is one of ours. */
export function ownScript(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('own-worker', { createScriptURL: checked }) ?? { createScriptURL: checked }
  return policy.createScriptURL(url)
}

function checked(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError('Not our own script')
  return url
}
