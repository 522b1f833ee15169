import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NETWORK_FAILED } from '../../contract/calls/api-error.ts'
import { QueryClient } from './query-client.ts'
import { retryFailedQueries } from './retry-failed-queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Salma's screen, on a network that loses the first calls. */
function onLine(lost: number, failure: Error) {
  const client = new QueryClient()
  const heals = retryFailedQueries(client)
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= lost) throw failure
    return 'Noura'
  })
  const query = client.query({ queryKey: ['inbox', 'salma', 'learner', 'noura'], queryFn: load })
  const close = query.observe({ onChange: () => {}, isEnabled: true })
  query.fetch().catch(() => {})
  return { query, load, close, heals }
}

test('what a poor line kept from Salma comes by itself, and until then the screen says that it is missing', async () => {
  const { query, load, close, heals } = onLine(7, new ApiError(NETWORK_FAILED, { status: 0 }))
  await vi.advanceTimersByTimeAsync(3000)
  expect(load).toHaveBeenCalledTimes(3)
  const watch = vi.fn(() => expect(query.state.error ?? query.state.data).toBeTruthy())
  const stop = query.observe({ onChange: watch, isEnabled: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(watch).toHaveBeenCalled()
  expect(query.state).toMatchObject({ data: 'Noura', error: null })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(load).toHaveBeenCalledTimes(8)
  stop()
  close()
  heals()
})

test('a no of the server, and what no screen shows any more, is not asked for again', async () => {
  const refused = onLine(99, new ApiError('forbidden'))
  const left = onLine(99, new ApiError('x', { status: 503 }))
  await vi.advanceTimersByTimeAsync(3000)
  left.close()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(refused.load).toHaveBeenCalledTimes(1)
  expect(left.load).toHaveBeenCalledTimes(3)
  refused.close()
})
