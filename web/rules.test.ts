import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

type Node = { type?: string; value?: unknown; name?: unknown; [field: string]: unknown }

/** Attributes that people read or hear. */
const READ = ['alt', 'aria-description', 'aria-label', 'label', 'placeholder', 'title']

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })

test('no component has visible text of its own: it stands in contract/texts', () => {
  const components = files.filter(file => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  expect(components.length).toBeGreaterThan(100)
  const found = components.flatMap(file =>
    textsIn(readFileSync(join(import.meta.dirname, file), 'utf8')).map(text => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})

test.each(['<p>Hello</p>', '<p>\n مرحبا\n</p>', '<img alt="A map" />', '<p title={"Hello"} />', '<p>{"Hello"}</p>'])(
  '%s is found',
  jsx => {
    expect(textsIn(`const it = ${jsx}`)).toHaveLength(1)
  },
)

/** Colours belong in theme.css. The raw ones that are left may only become fewer: then lower the number. */
const RAW_COLOURS = 38

test('no stylesheet gets another raw colour', () => {
  const styles = files.filter(file => file.endsWith('.css') && file !== join('ui', 'styles', 'theme.css'))
  const found = styles.flatMap(
    file =>
      readFileSync(join(import.meta.dirname, file), 'utf8').match(/(?<![\w&])#[\da-f]{3,8}\b|\b(rgb|hsl)a?\(/gi) ?? [],
  )
  expect(found.length).toBeLessThanOrEqual(RAW_COLOURS)
})

function textsIn(source: string): string[] {
  return visibleIn(parseSync('component.tsx', source).program).filter(text => /\p{L}/u.test(text))
}

function visibleIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(visibleIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, value, name, expression } = node as Node
  if (type === 'JSXText') return [String(value)]
  if (type === 'JSXAttribute') {
    const attribute = String((name as Node).name)
    return READ.includes(attribute)
      ? [...literalIn(value), ...visibleIn(value)]
      : visibleIn((value as Node | null)?.expression)
  }
  if (type === 'JSXExpressionContainer') return [...literalIn(expression), ...visibleIn(expression)]
  return Object.values(node).flatMap(visibleIn)
}

function literalIn(node: unknown): string[] {
  const { type, value } = (node ?? {}) as Node
  return type === 'Literal' && typeof value === 'string' ? [value] : []
}
