/**
 * Whether a response is a page instead of the file: the login page of a Wi-Fi network, or a page of a proxy. If it were
 * saved, the app would stay broken. Earlier versions have saved such pages.
 */
export function isPage({ headers }: Response): boolean {
  return /html/.test(headers.get('Content-Type') ?? '')
}
