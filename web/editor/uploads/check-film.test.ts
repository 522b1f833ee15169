import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tracksOf } from './check-film.ts'

test('an mp4 names the kinds of its tracks, so a picture that a browser cannot decode is no missing picture', async () => {
  const film = readFileSync('courses/first-steps-en/media/path.mp4')
  expect(await tracksOf(new Blob([film]))).toEqual(expect.arrayContaining(['soun', 'vide']))
  const sound = Buffer.from(film)
  sound.write('text', sound.indexOf('vide', sound.indexOf('moov')), 'latin1')
  expect(await tracksOf(new Blob([sound]))).not.toContain('vide')
  // The order of the parts differs from phone to phone.
  const long = Buffer.alloc(16 + 70)
  long.writeUInt32BE(1)
  long.write('free', 4)
  long.writeBigUInt64BE(BigInt(long.length), 8)
  expect(await tracksOf(new Blob([long, film]))).toContain('vide')
  for (const damaged of [film.subarray(0, 40), Buffer.alloc(100), Buffer.from('Not a film at all')])
    expect(await tracksOf(new Blob([damaged]))).toEqual([])
})
