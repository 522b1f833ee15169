import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { prepareResponse } from './prepared.ts'

const LESSON = { success: true, data: { title: 'Water', pages: ['Boil it.', 'Pour it.'] } }

test('a class that opens a lesson at once shares one compression of it', async () => {
  const lesson = prepareResponse(LESSON)
  const [noura, salma] = await Promise.all([lesson.compressed('br'), lesson.compressed('br')])
  expect(noura).toBe(salma)
  expect(brotliDecompressSync(noura).equals(lesson.plain)).toBe(true)
  expect(gunzipSync(await lesson.compressed('gzip')).equals(lesson.plain)).toBe(true)
})

test('a lesson that an import left as it was is not compressed again', async () => {
  const lesson = prepareResponse(LESSON)
  const before = await lesson.compressed('br')
  const known = new Map([[lesson.hash, lesson]])
  expect(await prepareResponse(LESSON, known).compressed('br')).toBe(before)
  expect(await prepareResponse({ ...LESSON, data: 'Tea' }, known).compressed('br')).not.toBe(before)
})
