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
  ['look at www.example.com/a, please', ['look at ', ', please'], ['https://www.example.com/a']],
  ['www. is no address, nor is www.x', ['www. is no address, nor is www.x'], []],
  ['mail noura.s+1@example.org.', ['mail ', '.'], ['mailto:noura.s+1@example.org']],
  ['a@b no@', ['a@b no@'], []],
  ['الرقم +971 50 123 4567 صحيح؟', ['الرقم ', ' صحيح؟'], ['tel:+971501234567']],
  ['call 050 123-4567 or 00971 (50) 1234567', ['call ', ' or '], ['tel:0501234567', 'tel:+971501234567']],
  ['٠٥٠ ١٢٣ ٤٥٦٧', [], ['tel:0501234567']],
  [
    'on 01-02-2026, 10 000 000 people, 2026, 0.5, x0501234567',
    ['on 01-02-2026, 10 000 000 people, 2026, 0.5, x0501234567'],
    [],
  ],
])('%j', (text, plain, links) => {
  const parts = linkedText(text)
  expect(parts.filter(({ href }) => !href).map(part => part.text)).toEqual(plain)
  expect(parts.flatMap(({ href }) => href ?? [])).toEqual(links)
  expect(parts.map(part => part.text).join('')).toBe(text)
})

test('the longest message is parsed in a few milliseconds, whatever it contains', () => {
  const began = performance.now()
  for (const one of ['a', '.', '+', '0', '@', 'a@', '0 ']) linkedText(one.repeat(10_000 / one.length))
  expect(performance.now() - began).toBeLessThan(1000)
})
