import { expect } from 'vitest'
import { MEDIA_NAME } from '../../../../contract/media.ts'

const TAG = /<\/?([a-z0-9]+)((?:\s+[a-z]+="[^"<>]*")*)\s*\/?>/g
const TAGS =
  'h1 h2 h3 h4 h5 h6 p ul ol li blockquote b strong i em del br hr pre code table thead tbody tr th td caption bdi span a img'
const ATTRIBUTES = 'href rel target src alt width height align start dir lang'

/**
 * A check that shares no code with the cleaner. It allows the listed tags with the listed attributes if they are
 * well-formed, and no other angle brackets.
 */
export function expectHarmless(html: string): void {
  for (const [, tag = '', attributes = ''] of html.matchAll(TAG)) {
    expect(TAGS.split(' ')).toContain(tag)
    for (const [, name = '', value = ''] of attributes.matchAll(/([a-z]+)="([^"]*)"/g)) {
      expect(ATTRIBUTES.split(' ')).toContain(name)
      if (name === 'href') expect(value).toMatch(/^(https?:\/\/\w|mailto:)/)
      if (name === 'src') expect(value.replace(/^\/?media\//, '')).toMatch(MEDIA_NAME)
    }
    if (attributes.includes('target="_blank"')) expect(attributes).toContain('rel="noopener noreferrer"')
  }
  expect(html.replace(TAG, '')).not.toMatch(/[<>]/)
}

/** Finds everything in a drawing that could run, load or be found by name. It shares no code with the cleaner. */
export const DANGER =
  /<(?!\/?(?:svg|g|path|circle|ellipse|rect|line|polyline|polygon|text|tspan|title|desc|defs|linearGradient|radialGradient|stop|clipPath)[\s>/])|<[^>]*\s(?:on\w+|href|xlink:href|src|style|class|name|xml:base)\s*=|url\((?!#tea-)|\\/i
