/** The SHA-256 of a file in hexadecimal digits, as the server names it. */
export async function digestOf(blob: Blob): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))
  return [...hash].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
