import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText, encodeText } from './encoded-text.ts'

test('Arabic, emoji and line breaks come back as they were written', () => {
  const words = 'مرحبًا نورة 👋🏽\nخطوة بخطوة'
  expect(decodeText(encodeText(words))).toBe(words)
})

test('every well-formed text comes back', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), text => decodeText(encodeText(text)) === text))
})

test.each(['%%%', 'a G k =', 'YQ', 'YQ=', 'YR==', 'YQ==\n', '_w==', '/w==', '7aCA', 'YQ==YQ=='])(
  'anything but canonical base64 of UTF-8 is refused: %j',
  encoded => {
    expect(() => decodeText(encoded)).toThrow(TypeError)
  },
)
