import { expect, test } from 'vitest'
import { shortQueue } from './short-queue.ts'

/** Work that ends when the test says so. */
function pieces() {
  const finish: (() => void)[] = []
  return { finish, piece: () => new Promise<void>(resolve => finish.push(resolve)) }
}

test('a fixed number runs, a fixed number waits, and the next one has to come again', async () => {
  const queue = shortQueue({ atOnce: 2, waiting: 3 })
  const { finish, piece } = pieces()
  const accepted = Array.from({ length: 5 }, () => queue(piece))
  expect(finish).toHaveLength(2)
  await expect(queue(piece)).rejects.toMatchObject({ status: 503, code: 'unavailable', retryAfter: 5 })
  finish[0]?.()
  await accepted[0]
  expect(finish).toHaveLength(3)
  const late = queue(piece)
  for (let done = 1; done < 6; done++) {
    await new Promise(setImmediate)
    finish[done]?.()
  }
  await Promise.all([...accepted, late])
})

test('failed work makes room for the next', async () => {
  const queue = shortQueue({ atOnce: 1, waiting: 1 })
  const failing = queue(() => Promise.reject(new Error('out of memory')))
  const next = queue(async () => 'done')
  await expect(failing).rejects.toThrow('out of memory')
  expect(await next).toBe('done')
  expect(await queue(async () => 'again')).toBe('again')
})
