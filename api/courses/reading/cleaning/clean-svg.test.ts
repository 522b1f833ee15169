import { expect, test } from 'vitest'
import { collectingReporter } from '../../testing.ts'
import { cleanSvg } from './clean-svg.ts'
import { hostileSvg } from './hostile.ts'
import { DANGER } from './testing-harmless.ts'

test.each(hostileSvg)('no part of %s reaches a screen', async source => {
  const report = collectingReporter()
  const svg = await cleanSvg(source, 'tea', report)
  expect(svg ?? '').not.toMatch(DANGER)
  expect(svg?.match(/<svg/g)?.length ?? 1).toBe(1)
  expect(report.mistakes.length).toBe(svg === undefined ? 1 : 0)
})

test('an ordinary icon stays unchanged, with the first lines that drawing programs write', async () => {
  const report = collectingReporter()
  const svg = await cleanSvg(
    '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><!-- leaf --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"><g transform="rotate(-3 37 14)"><path d="M5 19c0-9 5-14 15-14"/></g></svg>',
    'tea',
    report,
  )
  expect(svg).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"><g transform="rotate(-3 37 14)"><path d="M5 19c0-9 5-14 15-14"></path></g></svg>',
  )
  expect(report).toMatchObject({ mistakes: [], warnings: [] })
})

test('gradients keep their colours, and two courses can use the same name for one', async () => {
  const source =
    '<svg viewBox="0 0 9 9"><defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs><path id="unused" fill="url(#a)" d="M0 0"/></svg>'
  expect(await cleanSvg(source, 'tea', collectingReporter())).toContain('<linearGradient id="tea-a">')
  expect(await cleanSvg(source, 'tea', collectingReporter())).toContain('<path fill="url(#tea-a)" d="M0 0">')
  expect(await cleanSvg(source, 'bread', collectingReporter())).toContain('fill="url(#bread-a)"')
})

test('removed markup is reported', async () => {
  const report = collectingReporter()
  await cleanSvg('<svg viewBox="0 0 1 1" onload="x"><style>a</style><path class="b" d="M0 0"/></svg>', 'tea', report)
  expect(report.warnings).toEqual(['onload of <svg> was removed', '<style> was removed', 'class of <path> was removed'])
})

test('a drawing of thousands of groups in each other is refused before it is cleaned', async () => {
  const report = collectingReporter()
  const groups = (count: number) =>
    `<svg viewBox="0 0 9 9">${'<g>'.repeat(count)}<path d="M0 0"/>${'</g>'.repeat(count)}</svg>`
  expect(await cleanSvg(groups(50), 'tea', report)).toContain('<path')
  expect(await cleanSvg(groups(60_000), 'tea', report)).toBeUndefined()
  expect(report.mistakes).toEqual(['has elements more than 100 deep in each other'])
})
