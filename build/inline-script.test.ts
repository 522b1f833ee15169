import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withTables } from './boot-script.ts'
import { inlineScript } from './inline-script.ts'

const boot = withTables(readFileSync(new URL('../web/boot.js', import.meta.url), 'utf8'))
const firstPaint = readFileSync(new URL('../web/first-paint.js', import.meta.url), 'utf8')

test.each(Object.entries({ boot, firstPaint }))('any browser can parse %s', (name, source) => {
  expect(inlineScript(`${name}.js`, source)).not.toBe('')
})

test.each([
  'f(a => a)',
  'f(2 ** n)',
  'f(a`b`)',
  'let a = f(), b = f(); f(a, b, a)',
  'f(a?.b)',
  'f(a ?? b)',
  'f(...a)',
  'f({ b() {} })',
  'f(async function () {})',
  'f(class {})',
  'for (var a of b) f(a)',
])('%s stops the build', source => {
  expect(() => inlineScript('x.js', `window.x = function (a, b, n, f) { ${source} }`)).toThrow('old browsers')
})

test('a script that cannot be parsed stops the build', () => {
  expect(() => inlineScript('x.js', '{"ar": 1}.ar')).toThrow('x.js cannot be read')
})
