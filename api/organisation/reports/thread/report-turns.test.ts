import { expect, test } from 'vitest'
import { reportTurns } from './report-turns.ts'

/** Turns for reports that say how long they took. */
function startTurns({ isBusy }: { isBusy: boolean }) {
  const done: string[] = []
  const inTurn = reportTurns({
    measureLoad: () => () => isBusy,
    rest: async ms => void done.push(`rest of ${ms} ms`),
  })
  const make = (name: string, ms: number) =>
    inTurn(async () => {
      done.push(`${name} begins`)
      await Promise.resolve()
      done.push(`${name} ends`)
      if (name === 'broken') throw new Error('broken')
      return { made: name, tookMs: ms }
    })
  return { done, make }
}

test('two coordinators who ask at once get one report after the other', async () => {
  const { done, make } = startTurns({ isBusy: false })
  expect(await Promise.all([make('overview', 400), make('silent', 300)])).toEqual(['overview', 'silent'])
  expect(done).toEqual(['overview begins', 'overview ends', 'silent begins', 'silent ends'])
})

test('while learners keep the server busy, the next report waits twice as long as the last one took, three seconds at most', async () => {
  const { done, make } = startTurns({ isBusy: true })
  await Promise.all([make('overview', 400), make('courses', 2000), make('silent', 1)])
  expect(done.filter(line => line.startsWith('rest'))).toEqual(['rest of 800 ms', 'rest of 3000 ms'])
})

test('a report that fails holds up no other', async () => {
  const { make } = startTurns({ isBusy: true })
  const broken = make('broken', 10)
  const next = make('overview', 10)
  await expect(broken).rejects.toThrow('broken')
  expect(await next).toBe('overview')
})
