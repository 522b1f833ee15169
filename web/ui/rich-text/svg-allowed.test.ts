import { expect, test } from 'vitest'
import { drawnProps, isDrawn } from './svg-allowed.ts'

test('a drawing keeps its shapes and nothing that runs, loads or embeds', () => {
  for (const tag of ['path', 'g', 'linearGradient', 'text']) expect(isDrawn(tag)).toBe(true)
  for (const tag of ['script', 'foreignObject', 'use', 'image', 'a', 'style', 'animate', 'set', 'feImage'])
    expect(isDrawn(tag)).toBe(false)
})

test("attributes get React's names", () => {
  expect(drawnProps([{ name: 'stroke-width', value: '2' }])).toEqual({ strokeWidth: '2' })
  expect(drawnProps([{ name: 'fill', value: 'url(#sky-1)' }])).toEqual({ fill: 'url(#sky-1)' })
})

test('no attribute runs anything or has a URL', () => {
  const hostile = [
    { name: 'onload', value: 'alert(1)' },
    { name: 'href', value: '#x' },
    { name: 'style', value: 'fill:red' },
    { name: 'fill', value: 'url(//evil.example/x)' },
    { name: 'fill', value: 'URL(#a)url(x)' },
    { name: 'stroke', value: 'javascript:alert(1)' },
    { name: 'dangerouslySetInnerHTML', value: 'x' },
  ]
  expect(drawnProps(hostile)).toEqual({})
})
