// biome-ignore lint/suspicious/noControlCharactersInRegex: the code page has a letter for every byte, but no text has these.
const CONTROLS = /[\x00-\x08\x0e-\x1a]/

/**
 * Tries UTF-8, or UTF-16 if the bytes begin with its mark. For a name like `x.txt`, also tries the old code page of
 * Arabic Windows. Undefined: the file is no text.
 */
export function decodeTextFile(bytes: Buffer, ending: string): string | undefined {
  const unicode = unicodeOf(bytes)
  const isCalledText = /^\.(?:txt|md|markdown|gift)$/.test(ending)
  for (const encoding of isCalledText ? [unicode, 'windows-1256'] : [unicode]) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      if (!(encoding === unicode ? /\0/ : CONTROLS).test(text)) return text
    } catch {
      // The bytes have another encoding: try the next one.
    }
  }
  return undefined
}

function unicodeOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
