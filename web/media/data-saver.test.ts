import { expect, test, vi } from 'vitest'
import { isSavingData } from './data-saver.ts'
import { loadAgain } from './use-playback.ts'

test.each([
  ['the person’s wish to save data', { saveData: true }, true],
  ['a mobile network', { type: 'cellular', effectiveType: '4g' }, true],
  ['a slow network', { type: 'wifi', effectiveType: '2g' }, true],
  ['a very slow network', { type: 'wifi', effectiveType: 'slow-2g' }, true],
  ['a fast Wi-Fi', { type: 'wifi', effectiveType: '4g', saveData: false }, false],
  ['a mobile network that costs nothing', { type: 'cellular', metered: false }, false],
  ['nothing', undefined, false],
])('a browser that reports %s saves data, or not', (_, connection, isSaving) => {
  vi.stubGlobal('navigator', { connection })
  expect(isSavingData()).toBe(isSaving)
})

test('a failed film is not loaded by itself when the network is back, if data is saved since it was opened', () => {
  vi.stubGlobal('navigator', { connection: { type: 'cellular' } })
  const preloads: string[] = []
  const film = { preload: 'auto', currentTime: 0, load: () => preloads.push(film.preload), play: async () => {} }
  loadAgain(film as never, { type: 'online' })
  expect(preloads).toEqual(['none'])
})
