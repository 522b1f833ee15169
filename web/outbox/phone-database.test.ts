import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { openDB } = vi.hoisted(() => ({ openDB: vi.fn() }))
vi.mock('idb', () => ({ openDB }))

/** A transaction of a browser. The browser calls `complete`; before that, the page may call `abort`. */
function transaction() {
  let complete = () => {}
  let abort = () => {}
  const done = new Promise<void>((resolve, reject) => {
    complete = resolve
    abort = () => reject(new Error('aborted'))
  })
  done.catch(() => {})
  return { done, complete, abort: vi.fn(() => abort()) }
}

function connection(transactions: ReturnType<typeof transaction>[]) {
  return { close: vi.fn(), transaction: vi.fn(() => transactions.shift()) }
}

let events: EventTarget

/** The database of a new page. */
async function inTransaction() {
  vi.resetModules()
  const { phoneDatabase } = await import('./phone-database.ts')
  return phoneDatabase<{ letters: { key: number; value: unknown } }>('answers', 1, () => {})
}

/** Runs all work that is ready, and no later timer. */
const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  openDB.mockReset()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a browser that never opens the database blocks nobody, and writes nothing if it opens it late', async () => {
  const db = connection([transaction()])
  let open = (_: unknown) => {}
  openDB.mockReturnValueOnce(new Promise(resolve => (open = resolve)))
  const run = await inTransaction()
  const outcome = expect(run('readwrite', ['letters'], async () => {})).rejects.toThrow('does not answer')
  await vi.advanceTimersByTimeAsync(4000)
  await outcome
  open(db)
  await settled()
  expect(db.transaction).not.toHaveBeenCalled()
  expect(db.close).toHaveBeenCalled()
})

test('a transaction that never ends is aborted after four seconds, and the next one uses a new connection', async () => {
  const [stuck, free] = [transaction(), transaction()]
  const [first, second] = [connection([stuck]), connection([free])]
  openDB.mockResolvedValueOnce(first).mockResolvedValueOnce(second)
  const run = await inTransaction()
  const outcome = expect(run('readwrite', ['letters'], () => new Promise(() => {}))).rejects.toThrow('does not answer')
  await vi.advanceTimersByTimeAsync(4000)
  await outcome
  expect(stuck.abort).toHaveBeenCalled()
  expect(first.close).toHaveBeenCalled()
  const next = run('readonly', ['letters'], async () => 'read')
  free.complete()
  expect(await next).toBe('read')
})

test('a transaction that runs while a person leaves the page is undone, and repeated when they return', async () => {
  const [cut, whole] = [transaction(), transaction()]
  const [first, second] = [connection([cut]), connection([whole])]
  openDB.mockResolvedValueOnce(first).mockResolvedValueOnce(second)
  const run = await inTransaction()
  const work = vi.fn(async () => 'kept')
  const kept = run('readwrite', ['letters'], work)
  await settled()
  events.dispatchEvent(new Event('pagehide'))
  expect(cut.abort).toHaveBeenCalled()
  await settled()
  expect(first.close).toHaveBeenCalled()
  expect(openDB, 'nothing begins while the page is left').toHaveBeenCalledTimes(1)
  events.dispatchEvent(new Event('pageshow'))
  await settled()
  whole.complete()
  expect(await kept).toBe('kept')
  expect(work).toHaveBeenCalledTimes(2)
})

test('a transaction that the browser is already writing is not written twice', async () => {
  const committing = transaction()
  committing.abort.mockImplementation(() => {
    throw new DOMException('It is at the commit', 'InvalidStateError')
  })
  openDB.mockResolvedValue(connection([committing]))
  const run = await inTransaction()
  const work = vi.fn(async () => 'kept')
  const kept = run('readwrite', ['letters'], work)
  await settled()
  events.dispatchEvent(new Event('pagehide'))
  events.dispatchEvent(new Event('pageshow'))
  committing.complete()
  expect(await kept).toBe('kept')
  expect(work).toHaveBeenCalledTimes(1)
})

test('a connection that another tab closed a moment ago is opened again', async () => {
  const closed = connection([])
  closed.transaction.mockImplementation(() => {
    throw new DOMException('The database connection is closing', 'InvalidStateError')
  })
  const whole = transaction()
  openDB.mockResolvedValueOnce(closed).mockResolvedValueOnce(connection([whole]))
  const run = await inTransaction()
  whole.complete()
  expect(await run('readwrite', ['letters'], async () => 'kept')).toBe('kept')
  openDB.mockReset().mockResolvedValue(closed)
  const again = await inTransaction()
  await expect(
    again('readwrite', ['letters'], async () => {}),
    'not for ever',
  ).rejects.toThrow()
  expect(openDB).toHaveBeenCalledTimes(2)
})

/** Another tab upgrades the database while the person is elsewhere. */
async function upgradedMeanwhile() {
  events.dispatchEvent(new Event('pagehide'))
  openDB.mockRejectedValueOnce(new DOMException('A higher version is here', 'VersionError'))
  const whole = transaction()
  openDB.mockResolvedValueOnce(connection([whole]))
  whole.complete()
  events.dispatchEvent(new Event('pageshow'))
}

test('a tab of the version before goes on in a database that a newer one upgraded, and says once that there is a newer one', async () => {
  const before = transaction()
  openDB.mockResolvedValueOnce(connection([before]))
  const run = await inTransaction()
  const { newerBuild } = await import('./newer-build.ts')
  before.complete()
  await run('readwrite', ['letters'], async () => {})
  expect(newerBuild.get()).toBe(false)

  await upgradedMeanwhile()
  expect(await run('readwrite', ['letters'], async () => 'kept')).toBe('kept')
  expect(openDB.mock.calls.map(([, version]) => version)).toEqual([1, 1, undefined])
  expect(newerBuild.get()).toBe(true)

  newerBuild.dismiss()
  await upgradedMeanwhile()
  expect(await run('readwrite', ['letters'], async () => 'kept')).toBe('kept')
  expect(newerBuild.get(), 'after Later').toBe(false)
})

test('after the server went back to an earlier version, a page uses the newer database and offers no reload', async () => {
  const run = await inTransaction()
  const { newerBuild } = await import('./newer-build.ts')
  await upgradedMeanwhile()
  expect(await run('readwrite', ['letters'], async () => 'kept')).toBe('kept')
  expect(newerBuild.get()).toBe(false)
})
