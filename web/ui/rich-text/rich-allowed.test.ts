import { expect, test } from 'vitest'
import { shownAs } from './rich-allowed.ts'

const BASE = '/media'

function shown(tag: string, attributes: Record<string, string> = {}) {
  return shownAs(tag, name => attributes[name] ?? null, BASE)
}

test('text keeps its form', () => {
  for (const tag of ['p', 'h1', 'ul', 'blockquote', 'strong', 'table', 'br']) expect(shown(tag)).toEqual({})
  expect(shown('bdi', { dir: 'ltr' })).toEqual({ dir: 'ltr' })
  expect(shown('ol', { start: '3' })).toEqual({ start: '3' })
})

test('scripts, frames and forms are removed; an unknown element shows its text', () => {
  for (const tag of ['script', 'style', 'iframe', 'svg', 'math', 'template', 'object'])
    expect(shown(tag)).toBe('nothing')
  for (const tag of ['form', 'div', 'font', 'custom-tag', 'base', 'meta']) expect(shown(tag)).toBe('inside')
})

test('only allowed attributes stay', () => {
  const hostile = { onclick: 'alert(1)', style: 'position:fixed', id: 'getElementById', class: 'dock', dir: 'evil' }
  expect(shown('p', hostile)).toEqual({})
  expect(shown('span', hostile)).toEqual({})
})

test('links lead to other sites only, by http, https or mail, in a new tab', () => {
  const out = { target: '_blank', rel: 'noopener noreferrer' }
  expect(shown('a', { href: 'https://example.org/x' })).toEqual({ href: 'https://example.org/x', ...out })
  expect(shown('a', { href: 'mailto:help@example.org' })).toEqual({ href: 'mailto:help@example.org', ...out })
  for (const href of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/courses', ' https:/\\evil', ''])
    expect(shown('a', { href })).toBe('inside')
})

test('pictures come from the media of the courses only', () => {
  expect(shown('img', { src: 'media/five.svg', alt: 'Five' })).toEqual({ src: '/media/five.svg', alt: 'Five' })
  expect(shown('img', { src: 'media/five.svg' })).toEqual({ src: '/media/five.svg', alt: '' })
  for (const src of [
    'https://evil.example/x.png',
    'media/../x.png',
    'media/a/b.png',
    'data:image/png;base64,x',
    'x.png',
  ])
    expect(shown('img', { src })).toBe('nothing')
})
