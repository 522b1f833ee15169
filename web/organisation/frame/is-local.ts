/** Whether this host name opens the app only on the computer that it runs on, as after `npm start`. */
export function isLocal(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
  )
}
