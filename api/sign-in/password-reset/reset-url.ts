import { ApiError } from '../../../contract/calls/api-error.ts'

const MAX_LENGTH = 2000

/**
 * The URL of a reset link. It begins with `publicUrl`, even if a request names another host. The token stands after the
 * #, where no log and no server sees it. `continueUrl` must be our own login page.
 */
export function resetUrlFor(publicUrl: string, continueUrl = `${publicUrl}/login`): (token: string) => string {
  const next = encodeURIComponent(loginPage(publicUrl, continueUrl))
  return token => `${publicUrl}/reset-password?continueUrl=${next}#${token}`
}

function loginPage(publicUrl: string, continueUrl: string): string {
  const url = continueUrl.length <= MAX_LENGTH && URL.canParse(continueUrl) ? new URL(continueUrl) : undefined
  const login = new URL('/login', publicUrl)
  const isOurs = url && isSameSite(url, login) && url.pathname === login.pathname
  if (!isOurs || url.username || url.password || url.hash) throw new ApiError('auth/unauthorized-continue-uri')
  return `${login.href}${url.search}`
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** A person may use any name of their own machine, such as localhost or 127.0.0.1. */
function isSameSite(url: URL, ours: URL): boolean {
  return url.origin === ours.origin || [url, ours].every(({ hostname }) => LOOPBACK.includes(hostname))
}
