/**
 * The text of a file that somebody saved on their own computer. Excel writes UTF-8 with a mark, UTF-16, or the old code
 * page of an Arabic Windows. Many captions are in this code page, too.
 */
export function decodeFile(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // In UTF-16 one byte of each space and separator is zero, and every first line has some.
  if (bytes.subarray(0, 400).includes(0)) return bytes.indexOf(0) % 2 === 1 ? 'utf-16le' : 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1256'
  }
}
