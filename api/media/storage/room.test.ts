import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { requireRoom, uploadsStopAt } from './room.ts'

test('a full disk refuses what a phone can send later', async () => {
  await expect(requireRoom(tmpdir(), Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ status: 503 })
  await expect(requireRoom(tmpdir(), 0)).resolves.toBeUndefined()
})

test('films stop at a gigabyte, or at a twentieth of a large disk', () => {
  const GB = 1024 ** 3
  expect([uploadsStopAt(10 * GB), uploadsStopAt(100 * GB)]).toEqual([GB, 5 * GB])
})
