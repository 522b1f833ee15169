import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NETWORK_FAILED } from '../../contract/calls/api-error.ts'
import { DAY } from '../../contract/time.ts'
import { QueryClient } from './query-client.ts'
import { replaceEqual } from './replace-equal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const key = ['lesson', 'noura', 'cuts']
const forever = { staleTime: Number.POSITIVE_INFINITY }

/** A server that replies when the test says so. */
function aServer() {
  const calls: PromiseWithResolvers<string>[] = []
  const queryFn = () => {
    const call = Promise.withResolvers<string>()
    calls.push(call)
    return call.promise
  }
  return { calls, queryFn }
}

function shown(
  client: QueryClient,
  options: { queryKey: unknown[]; queryFn: () => Promise<unknown>; gcTime?: number },
) {
  const query = client.query(options)
  const onChange = vi.fn()
  return { query, onChange, close: query.observe({ onChange, isEnabled: true }) }
}

test('two screens that need the same data share one call, and later ones need none', async () => {
  const client = new QueryClient()
  const { calls, queryFn } = aServer()
  const options = { queryKey: key, queryFn, ...forever }
  const both = [client.fetchQuery(options), client.fetchQuery(options)]
  calls[0]?.resolve('one')
  expect(await Promise.all(both)).toEqual(['one', 'one'])
  expect(await client.fetchQuery(options)).toBe('one')
  expect(calls).toHaveLength(1)
})

test('data that is older than its time is loaded again', async () => {
  const client = new QueryClient()
  let count = 0
  const options = { queryKey: key, queryFn: async () => ++count, staleTime: 1000 }
  expect(await client.fetchQuery(options)).toBe(1)
  vi.advanceTimersByTime(999)
  expect(await client.fetchQuery(options)).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await client.fetchQuery(options)).toBe(2)
  // The phone's clock was a day ahead, and is set right.
  vi.setSystemTime(Date.now() - DAY)
  expect(await client.fetchQuery(options)).toBe(3)
})

test('a failure is tried twice more, after one second and after two, and shown before the last try', async () => {
  const client = new QueryClient()
  const queryFn = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')))
  const { query, close } = shown(client, { queryKey: key, queryFn })
  const failed = query.fetch().catch(error => error)
  await vi.advanceTimersByTimeAsync(999)
  expect(queryFn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(queryFn).toHaveBeenCalledTimes(2)
  expect(query.state).toMatchObject({ isPending: false, isFetching: true, error: expect.any(TypeError) })
  await vi.advanceTimersByTimeAsync(2000)
  expect(await failed).toBeInstanceOf(TypeError)
  expect(queryFn).toHaveBeenCalledTimes(3)
  expect(query.state).toMatchObject({ isPending: false, isFetching: false, errorUpdateCount: 1 })
  close()
})

test('a server that fails for a moment is not shown as failing', async () => {
  const client = new QueryClient()
  const { calls, queryFn } = aServer()
  const { query, onChange, close } = shown(client, { queryKey: key, queryFn })
  void query.fetch()
  calls[0]?.reject(new ApiError('x', { status: 503 }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(query.state).toMatchObject({ isPending: true, error: null })
  calls[1]?.resolve('one')
  await vi.advanceTimersByTimeAsync(0)
  expect(query.state).toMatchObject({ data: 'one', isPending: false, isFetching: false, error: null })
  expect(onChange).toHaveBeenCalledTimes(2)
  close()
})

test('a press on "try again" does not wait for the pause before the last try', async () => {
  const client = new QueryClient()
  const { calls, queryFn } = aServer()
  const { query, close } = shown(client, { queryKey: key, queryFn })
  const first = query.fetch()
  calls[0]?.reject(new ApiError('x', { status: 500 }))
  await vi.advanceTimersByTimeAsync(1000)
  calls[1]?.reject(new ApiError('x', { status: 500 }))
  await vi.advanceTimersByTimeAsync(0)
  expect(query.state.error).toBeInstanceOf(ApiError)
  const again = query.fetch({ restarts: true })
  expect(query.state).toMatchObject({ isPending: true, error: null })
  calls[2]?.resolve('one')
  expect(await again).toBe('one')
  await vi.advanceTimersByTimeAsync(2000)
  expect(await first).toBe('one')
  expect(calls).toHaveLength(3)
  close()
})

test("the server's no is final, and its own failure is not", async () => {
  for (const [status, times] of [
    [404, 1],
    [503, 3],
  ] as const) {
    const queryFn = vi.fn(async () => Promise.reject(new ApiError('x', { status })))
    const failed = new QueryClient().fetchQuery({ queryKey: key, queryFn }).catch(error => error.status)
    await vi.advanceTimersByTimeAsync(3000)
    expect(await failed).toBe(status)
    expect(queryFn).toHaveBeenCalledTimes(times)
  }
})

test('what a poor network lost is tried again for a screen, and without a network the screen says so at once', async () => {
  const lost = vi.fn(async () => Promise.reject(new ApiError(NETWORK_FAILED, { status: 0 })))
  for (const [onLine, times] of [
    [true, 3],
    [false, 1],
  ] as const) {
    vi.stubGlobal('navigator', { onLine })
    lost.mockClear()
    const { query, close } = shown(new QueryClient(), { queryKey: key, queryFn: lost })
    const failed = query.fetch().catch(error => error.code)
    await vi.advanceTimersByTimeAsync(3000)
    expect(await failed).toBe(NETWORK_FAILED)
    expect(lost).toHaveBeenCalledTimes(times)
    close()
  }
})

test('nothing is tried again for a screen that was closed', async () => {
  const client = new QueryClient()
  const { calls, queryFn } = aServer()
  const { query, close } = shown(client, { queryKey: key, queryFn })
  const failed = query.fetch().catch(error => error)
  close()
  calls[0]?.reject(new TypeError('Failed to fetch'))
  expect(await failed).toBeInstanceOf(TypeError)
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls).toHaveLength(1)
})

test('the screen keeps its data while it is loaded again, and after a failure', async () => {
  const client = new QueryClient()
  client.setQueryData(key, 'saved')
  const { calls, queryFn } = aServer()
  const { query, close } = shown(client, { queryKey: key, queryFn })
  const done = client.invalidateQueries({ queryKey: key })
  expect(query.state).toMatchObject({ data: 'saved', isPending: false, isFetching: true })
  calls[0]?.reject(new ApiError('x', { status: 403 }))
  await done
  expect(query.state).toMatchObject({ data: 'saved', isPending: false, isFetching: false })
  expect(query.state.error).toBeInstanceOf(ApiError)
  close()
})

test('of two loads the later one counts, whichever reply comes first, and both callers get it', async () => {
  const client = new QueryClient()
  client.setQueryData(key, 'saved')
  const { calls, queryFn } = aServer()
  const { query, close } = shown(client, { queryKey: key, queryFn })
  const first = query.fetch()
  const second = query.fetch({ restarts: true })
  calls[1]?.resolve('new')
  expect(await second).toBe('new')
  calls[0]?.resolve('old')
  expect(await first).toBe('new')
  expect(query.state.data).toBe('new')
  close()
})

test('only what is shown is loaded again at once, the rest when it is shown', async () => {
  const client = new QueryClient()
  const load = (name: string) => vi.fn(async () => name)
  const [inbox, learner, closed, other] = [load('inbox'), load('learner'), load('closed'), load('other')]
  const open = [
    shown(client, { queryKey: ['inbox', 'salma'], queryFn: inbox }),
    shown(client, { queryKey: ['inbox', 'salma', 'learner', 'noura'], queryFn: learner }),
    shown(client, { queryKey: ['away', 'salma'], queryFn: other }),
  ]
  const closedQuery = client.query({ queryKey: ['inbox', 'salma', 'learner', 'hamad'], queryFn: closed })
  client.setQueryData(closedQuery.queryKey, 'before')
  await client.invalidateQueries({ queryKey: ['inbox', 'salma'], exact: true })
  expect([inbox, learner, closed, other].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0, 0])
  await client.invalidateQueries({ queryKey: ['inbox', 'salma'] })
  expect([inbox, learner, closed, other].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 0, 0])
  expect(closedQuery.isStale(Number.POSITIVE_INFINITY)).toBe(true)
  for (const { close } of open) close()
})

test('data that became outdated while nobody looked at it, in the middle of a load, is loaded again', async () => {
  const client = new QueryClient()
  const { calls, queryFn } = aServer()
  const options = { queryKey: key, queryFn, ...forever }
  const first = client.fetchQuery(options)
  await client.invalidateQueries({ queryKey: key })
  calls[0]?.resolve('from before')
  expect(await first).toBe('from before')
  const second = client.fetchQuery(options)
  calls[1]?.resolve('from now')
  expect(await second).toBe('from now')
  expect(client.query(options).isStale(forever.staleTime)).toBe(false)
})

test('data stays for five minutes after the last screen that showed it, or as long as it asked for', async () => {
  const client = new QueryClient()
  const once = shown(client, { queryKey: ['about'], queryFn: async () => 1 })
  const lesson = shown(client, { queryKey: key, queryFn: async () => 2, gcTime: Number.POSITIVE_INFINITY })
  await Promise.all([once.query.fetch(), lesson.query.fetch()])
  vi.advanceTimersByTime(3_600_000)
  once.close()
  lesson.close()
  vi.advanceTimersByTime(299_999)
  expect(client.getQueryData(['about'])).toBe(1)
  vi.advanceTimersByTime(1)
  expect(client.getQueryData(['about'])).toBeUndefined()
  expect(client.getQueryData(key)).toBe(2)
})

test('the next person finds nothing, not even what was still being loaded', async () => {
  const client = new QueryClient()
  const changed = vi.fn()
  const { calls, queryFn } = aServer()
  const failed = client.fetchQuery({ queryKey: key, queryFn }).catch(error => error)
  client.clear()
  client.watch(changed)
  calls[0]?.resolve('private')
  expect(await failed).toBeInstanceOf(Error)
  expect(client.getQueryData(key)).toBeUndefined()
  expect(changed).not.toHaveBeenCalled()
})

test('an updater that returns nothing changes nothing', () => {
  const client = new QueryClient()
  client.setQueryData(key, (known: string | undefined) => known && `${known}!`)
  expect(client.queries()).toEqual([])
  client.setQueryData(key, 'one')
  client.setQueryData(key, (known: string | undefined) => `${known}!`)
  expect(client.getQueryData(key)).toBe('one!')
})

test('what has to be loaded again still has to after a change here', async () => {
  const client = new QueryClient()
  const options = { queryKey: key, queryFn: async () => 'from the server', ...forever }
  client.setQueryData(key, 'one')
  await client.invalidateQueries({ queryKey: key })
  client.setQueryData(key, (known: string | undefined) => known && `${known} and two`)
  expect(client.getQueryData(key)).toBe('one and two')
  expect(await client.fetchQuery(options)).toBe('from the server')
  expect(client.query(options).isStale(forever.staleTime)).toBe(false)
})

test('what appears right after a failure does not load the same again, and a later screen does', async () => {
  const client = new QueryClient()
  const queryFn = async () => Promise.reject(new ApiError('x', { status: 403 }))
  const { query, close } = shown(client, { queryKey: key, queryFn })
  expect(query.isWanted()).toBe(true)
  await query.fetch().catch(() => {})
  expect(query.isWanted()).toBe(false)
  vi.advanceTimersByTime(1001)
  expect(query.isWanted()).toBe(true)
  close()
})

test('equal parts of new data stay the same objects', () => {
  const old = { user: { name: 'Noura', tags: ['a'] }, pages: [{ id: 1 }, { id: 2 }] }
  const next = replaceEqual(old, { user: { name: 'Noura', tags: ['a'] }, pages: [{ id: 1 }, { id: 3 }, { id: 2 }] })
  expect(next).toEqual({ user: { name: 'Noura', tags: ['a'] }, pages: [{ id: 1 }, { id: 3 }, { id: 2 }] })
  expect([next.user === old.user, next.pages[0] === old.pages[0], next.pages === old.pages]).toEqual([
    true,
    true,
    false,
  ])
  expect(replaceEqual(old, structuredClone(old))).toBe(old)
  expect(replaceEqual({ a: undefined }, { b: undefined })).toEqual({ b: undefined })
  expect(replaceEqual([1, 2], [1])).toEqual([1])
  expect(replaceEqual({ at: 1 }, null)).toBe(null)
})
