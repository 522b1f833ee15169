import { expect, test } from 'vitest'
import { linkedText } from './linked-text.ts'

test.each([
  ['no address', ['no address'], []],
  ['see https://example.org/a?b=c#d.', ['see ', '.'], ['https://example.org/a?b=c#d']],
  ['انظر https://example.org/ت، شكرًا', ['انظر ', '، شكرًا'], ['https://example.org/ت']],
  ['(https://en.wikipedia.org/wiki/Tea_(drink))', ['(', ')'], ['https://en.wikipedia.org/wiki/Tea_(drink)']],
  ['https://a.example https://b.example', [' '], ['https://a.example', 'https://b.example']],
  ['javascript:alert(1) data:text/html,x', ['javascript:alert(1) data:text/html,x'], []],
  ['<a href="https://x.example">x</a>', ['<a href="', '">x</a>'], ['https://x.example']],
  [`https://a.example/${'.'.repeat(5000)}x…`, ['…'], [`https://a.example/${'.'.repeat(5000)}x`]],
  ['http://localhost http:// https://', ['http://localhost http:// https://'], []],
])('%j', (text, plain, links) => {
  const parts = linkedText(text)
  expect(parts.filter(({ href }) => !href).map(part => part.text)).toEqual(plain)
  expect(parts.flatMap(({ href }) => href ?? [])).toEqual(links)
  expect(parts.map(part => part.text).join('')).toBe(text)
})
