import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const STYLES = 'assets/behind-1.css'
const MINUTE_MS = 60_000

/** A page whose styles do not arrive. */
function pageWithoutStyles() {
  const appendChild = (link: { onerror(): void }) => link.onerror()
  vi.stubGlobal('document', {
    querySelector: () => null,
    createElement: () => ({ remove: () => {} }),
    head: { appendChild },
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  pageWithoutStyles()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function twoChunksLoaded() {
  const { loadChunk } = await import('./load-chunk.ts')
  expect(await loadChunk(async () => 'words', [STYLES])).toBe('words')
  expect(await loadChunk(async () => 'drawer', [STYLES])).toBe('drawer')
}

test('without a network, the styles that two chunks miss are asked for once a minute in the end', async () => {
  const fetch = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetch)
  await twoChunksLoaded()
  await vi.advanceTimersByTimeAsync(4 * MINUTE_MS)
  expect(fetch.mock.calls.length).toBeGreaterThan(2)
  fetch.mockClear()
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  expect(fetch).toHaveBeenCalledTimes(10)
})

test('styles that the server no longer has are not asked for again', async () => {
  const fetch = vi.fn(async () => new Response('', { status: 404 }))
  vi.stubGlobal('fetch', fetch)
  await twoChunksLoaded()
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('a module of the chunk that asks for it is loaded without a file', async () => {
  const { loadChunk } = await import('./load-chunk.ts')
  expect(await loadChunk(async () => 'home')).toBe('home')
})
