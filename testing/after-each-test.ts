import { afterEach, vi } from 'vitest'

// Files of a project share their process: no test leaves it a stopped clock or a replaced global.
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
