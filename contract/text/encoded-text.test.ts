import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { decodeText, encodeText } from './encoded-text.ts'

afterEach(() => vi.unstubAllGlobals())

/** On phones from before 2025, arrays of bytes have no methods for base64. */
class OlderBytes extends Uint8Array<ArrayBuffer> {
  static fromBase64 = undefined
  toBase64 = undefined
}

class OlderEncoder extends TextEncoder {
  override encode(text: string): Uint8Array<ArrayBuffer> {
    return OlderBytes.from(super.encode(text)) as OlderBytes
  }
}

describe.each(['a new browser', 'an older phone'])('on %s', browser => {
  function onThis<T>(act: () => T): T {
    if (browser === 'an older phone') {
      vi.stubGlobal('Uint8Array', OlderBytes)
      vi.stubGlobal('TextEncoder', OlderEncoder)
    }
    return act()
  }

  test('Arabic, emoji and line breaks are decoded unchanged', () => {
    const words = '\ufeffمرحبًا نورة 👋🏽\nخطوة بخطوة'
    expect(onThis(() => decodeText(encodeText(words)))).toBe(words)
  })

  test('the longest message is encoded as everywhere', () => {
    const words = '語'.repeat(10_000)
    expect(onThis(() => encodeText(words))).toBe(Buffer.from(words).toString('base64'))
    expect(onThis(() => decodeText(Buffer.from(words).toString('base64')))).toBe(words)
  })

  test('every well-formed text is decoded unchanged', () => {
    onThis(() => fc.assert(fc.property(fc.string({ unit: 'grapheme' }), text => decodeText(encodeText(text)) === text)))
  })

  test('bytes are read only in the spelling that we would write', () => {
    const spelling = fc.string({ unit: fc.constantFrom(...'AQRYgwZa9+/=_ \n'), maxLength: 9 })
    onThis(() =>
      fc.assert(
        fc.property(spelling, encoded => {
          const text = read(encoded)
          return text === undefined || encodeText(text) === encoded
        }),
        { numRuns: 5000 },
      ),
    )
  })

  test.each([
    '%%%',
    'a G k =',
    'YQ',
    'YQ=',
    'Y===',
    '=',
    '====',
    'YR==',
    'YWJ=',
    'YQ==\n',
    '_w==',
    '/w==',
    '7aCA',
    'YQ==YQ==',
  ])('anything but canonical base64 of UTF-8 is refused: %j', encoded => {
    expect(() => onThis(() => decodeText(encoded))).toThrow(TypeError)
  })
})

function read(encoded: string): string | undefined {
  try {
    return decodeText(encoded)
  } catch {
    return undefined
  }
}
