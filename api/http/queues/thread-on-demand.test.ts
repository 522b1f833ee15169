import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { threadOnDemand } from './thread-on-demand.ts'

const SCRIPT = `
import { parentPort } from 'node:worker_threads'
parentPort.on('message', ({ id, isBroken }) => {
  if (isBroken) throw new Error('broken')
  parentPort.postMessage({ id })
})`

const script = new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`)

test('a request right after one that broke the thread gets its answer from the next thread', async () => {
  const { ask, end } = threadOnDemand<{ id: number; isBroken: boolean }, { id: number }>(script, { what: 'it' })
  await expect(ask({ isBroken: true })).rejects.toThrow('broken')
  expect(await ask({ isBroken: false })).toEqual({ id: 2 })
  await end()
})

test('a request gets its answer also while the thread ends because nobody asked', async () => {
  const { ask, end } = threadOnDemand<{ id: number; isBroken: boolean }, { id: number }>(script, {
    what: 'it',
    idleMs: 1,
  })
  for (let id = 1; id <= 10; id++) {
    expect(await ask({ isBroken: false })).toEqual({ id })
    await setTimeout(2)
  }
  await end()
})
