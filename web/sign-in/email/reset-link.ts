import { readStored, writeStored } from '../../browser/stored.ts'

const STORED_AS = 'sbs.resetToken'
const PATH = '/reset-password'

let token = ''

/**
 * Removes the token of a reset link from the URL before other code can read it. The tab stores it. The query of the
 * page where the person asked for the link stays.
 */
export function hideResetToken(): void {
  if (location.pathname !== PATH || location.hash.length < 2) return
  token = location.hash.slice(1)
  // Without storage a reload needs the link of the mail again.
  writeStored(STORED_AS, token, 'sessionStorage')
  history.replaceState(null, '', PATH + queryToGoOnWith())
}

export function resetToken(): string {
  return token || (readStored(STORED_AS, 'sessionStorage') ?? '')
}

/** Forgets the token after it was used. */
export function dropResetToken(): void {
  token = ''
  writeStored(STORED_AS, undefined, 'sessionStorage')
}

/** The query of the login page that the link names; other pages do not count. */
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
