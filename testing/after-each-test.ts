import { afterEach, vi } from 'vitest'

// The test files of a project share a process, so no test may leave a stopped clock or a replaced global in it.
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
