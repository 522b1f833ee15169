/** One part of a token, encoded. */
export function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** The part with one bit changed. */
export function flipped(part: string): string {
  const bytes = Buffer.from(part, 'base64url')
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] as number) ^ 1
  return bytes.toString('base64url')
}
