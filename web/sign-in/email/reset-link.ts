const STORED_AS = 'sbs.resetToken'
const PATH = '/reset-password'

let token = ''

/**
 * Takes the token of a reset link out of the address before anything can pass it on; it lives as long as the tab does.
 * What remains is the query of the page where the person asked for the link.
 */
export function hideResetToken(): void {
  if (location.pathname !== PATH || location.hash.length < 2) return
  token = location.hash.slice(1)
  toTab(token)
  history.replaceState(null, '', PATH + queryToGoOnWith())
}

export function resetToken(): string {
  return token || fromTab()
}

/** It was used, and is worth nothing any more. */
export function dropResetToken(): void {
  token = ''
  toTab('')
}

/** Of the login page that the link names; what is not ours has no say. */
function queryToGoOnWith(): string {
  const query = new URLSearchParams(location.search)
  const continueUrl = query.get('continueUrl')
  if (continueUrl === null) return location.search
  try {
    const url = new URL(continueUrl)
    return url.origin === location.origin ? url.search : ''
  } catch {
    return ''
  }
}

function toTab(text: string): void {
  try {
    sessionStorage.setItem(STORED_AS, text)
  } catch {
    // Then a reload needs the link of the mail once more.
  }
}

function fromTab(): string {
  try {
    return sessionStorage.getItem(STORED_AS) ?? ''
  } catch {
    return ''
  }
}
