import { expect, test } from 'vitest'
import { videoSources } from './video-sources.ts'

test('a film is fetched as the original that came with the course', () => {
  const original = [{ name: 'first-aid.pressure-1a2b3c4d-orig.mp4', type: 'video/mp4' }]
  expect(videoSources('first-aid.pressure-1a2b3c4d.mp4')).toEqual(original)
  expect(videoSources('first-aid.pressure-1a2b3c4d-orig.mp4')).toEqual(original)
})

test('a name that is no media name has no files', () => {
  for (const name of ['../secret.mp4', '//evil.example/x.mp4', 'x?y.mp4', 'javascript:x', ''])
    expect(videoSources(name)).toEqual([])
})
