// biome-ignore lint/suspicious/noControlCharactersInRegex: the code page has a letter for every byte, but no text has these.
const CONTROLS = /[\x00-\x08\x0e-\x1a]/
/** No sign of Arabic and Latin texts, and none that any text may have, such as an emoji or a mark of direction. */
const UNKNOWN_SIGN = /[^\t\n\r\p{Cf}\p{Script=Arabic}\p{Script=Latin}\p{Script=Inherited}[\p{Script=Common}--\p{C}]]/v
const SOME_LETTERS = /[\p{Script=Arabic}\p{Script=Latin}]{2}/u

/**
 * Tries UTF-8, or UTF-16 if the bytes begin with its mark or can only be that. For a name like `x.txt`, also tries the
 * old code page of Arabic Windows. Undefined: the file is no text.
 */
export function decodeTextFile(bytes: Buffer, ending: string): string | undefined {
  const unicode = unicodeOf(bytes)
  const isCalledText = /^\.(?:txt|md|markdown|gift)$/.test(ending)
  for (const encoding of isCalledText ? [unicode, 'windows-1256'] : [unicode]) {
    const text = decoded(bytes, encoding)
    if (text !== undefined && !(encoding === unicode ? /\0/ : CONTROLS).test(text)) return text
  }
  return unmarkedUtf16(bytes)
}

function unicodeOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

function decoded(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    // The bytes have another encoding.
    return undefined
  }
}

/**
 * A text in UTF-16 whose first bytes do not say so. The order of its bytes is the one in which each sign is known: in
 * the other order the letters are signs of many other scripts. Undefined if both orders can be meant.
 */
function unmarkedUtf16(bytes: Buffer): string | undefined {
  const texts = ['utf-16le', 'utf-16be'].flatMap(encoding => decoded(bytes, encoding) ?? [])
  const [text, other] = texts.filter(one => SOME_LETTERS.test(one) && !UNKNOWN_SIGN.test(one))
  return other === undefined ? text : undefined
}
