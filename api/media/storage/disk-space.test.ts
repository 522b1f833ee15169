import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { diskSpaceOf, requireSpace, requireSpaceForFilm, uploadsStopAt } from './disk-space.ts'

test('a full disk refuses what a phone can send later', async () => {
  const room = await diskSpaceOf(tmpdir())
  expect(() => requireSpace(room, Number.MAX_SAFE_INTEGER)).toThrow(expect.objectContaining({ status: 503 }))
  expect(() => requireSpace(room, 0)).not.toThrow()
})

test('films stop at a gigabyte, or at a twentieth of a large disk', () => {
  const GB = 1024 ** 3
  expect([uploadsStopAt(10 * GB), uploadsStopAt(100 * GB)]).toEqual([GB, 5 * GB])
})

test('a film needs its size twice, beside the films that are on their way; otherwise it can come a minute later', () => {
  const GB = 1024 ** 3
  const disk = { totalBytes: 10 * GB, freeBytes: 4 * GB }
  const noRoom = expect.objectContaining({ code: 'courses/no-room', retryAfter: 60 })
  expect(() => requireSpaceForFilm(1.5 * GB, 0, disk)).not.toThrow()
  expect(() => requireSpaceForFilm(1.6 * GB, 0, disk)).toThrow(noRoom)
  expect(() => requireSpaceForFilm(1 * GB, 1.5 * GB, disk)).toThrow(noRoom)
})
