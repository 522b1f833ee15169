import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('./range.css', import.meta.url), 'utf8')

/** The declarations of a selector. */
function ruleOf(selector: string): string[] {
  const [, body = ''] = css.split(`\n${selector} {`)
  return (body.split('}')[0] ?? '').split(';').map(declaration => declaration.trim())
}

/**
 * Only Firefox adds the border to the size of its handle, and no journey in Firefox measures it: so this test reads the
 * rule.
 */
test('the handle of a slider has one size in all browsers, with its border inside', () => {
  const [mozilla, webkit] = [ruleOf('[type=range]::-moz-range-thumb'), ruleOf('[type=range]::-webkit-slider-thumb')]
  expect(mozilla).toContain('box-sizing: border-box')
  const isSize = (declaration: string) => /^(inline|block)-size|^border:/.test(declaration)
  expect(mozilla.filter(isSize)).toEqual(webkit.filter(isSize))
  expect(mozilla.filter(isSize)).toHaveLength(3)
})
