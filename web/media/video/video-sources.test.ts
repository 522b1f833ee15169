import { expect, test } from 'vitest'
import { videoSources } from './video-sources.ts'

const PRESSURE = 'first-aid.pressure-1a2b3c4d'

test('a film is offered in the size of the screen as webm, then as mp4, and last as the original', () => {
  expect(videoSources(`${PRESSURE}.mp4`, { width: 360 })).toEqual([
    { name: `${PRESSURE}-360.webm`, type: 'video/webm' },
    { name: `${PRESSURE}-360.mp4`, type: 'video/mp4' },
    { name: `${PRESSURE}-orig.mp4`, type: 'video/mp4' },
  ])
})

test.each([
  [240, 320],
  [320, 320],
  [321, 360],
  [360, 360],
  [361, 480],
  [480, 480],
  [1920, 480],
])('a window %i wide gets a film %i wide', (width, size) => {
  expect(videoSources(`${PRESSURE}.mp4`, { width })[0]?.name).toBe(`${PRESSURE}-${size}.webm`)
})

test('a film that this phone keeps is played from there', () => {
  const names = videoSources(`${PRESSURE}.mp4`, { width: 480, keptFile: `${PRESSURE}-320.mp4` }).map(({ name }) => name)
  expect(names).toEqual(['320.mp4', '480.webm', '480.mp4', 'orig.mp4'].map(version => `${PRESSURE}-${version}`))
})

test('a film without sizes is loaded as the original, and nothing else is tried', () => {
  const original = [{ name: `${PRESSURE}-orig.mp4`, type: 'video/mp4' }]
  expect(videoSources(`${PRESSURE}.mp4`, { width: 360, originalOnly: true })).toEqual(original)
  expect(videoSources(`${PRESSURE}-orig.mp4`, { width: 360, originalOnly: true })).toEqual(original)
})

test('a name that is not a media name has no files', () => {
  for (const name of ['../secret.mp4', '//evil.example/x.mp4', 'x?y.mp4', 'javascript:x', ''])
    expect(videoSources(name, { width: 360 })).toEqual([])
})
