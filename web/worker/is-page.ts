/**
 * Whether a page stands in place of a file: the login page of a Wi-Fi network, or a proxy's own. Saved, it would break
 * the app for good; earlier versions saved some.
 */
export function isPage({ headers }: Response): boolean {
  return /html/.test(headers.get('Content-Type') ?? '')
}
