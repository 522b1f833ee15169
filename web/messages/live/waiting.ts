import { isLivePaused, onLivePause } from '../../user/pause-live.ts'

/** Runs the work, and aborts it as soon as a pause begins. */
export async function untilPaused<T>(
  uid: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const end = () => over.abort()
  const stop = onLivePause(() => isLivePaused(uid) && end())
  signal.addEventListener('abort', end)
  return work(over.signal).finally(() => {
    stop()
    signal.removeEventListener('abort', end)
  })
}

/** Waits. Ends early when the network is back, when the page is shown, and when polling ends. */
export async function waitForNextPoll(ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  const options = { signal: over.signal }
  await new Promise<void>(resolve => {
    const timer = setTimeout(resolve, ms)
    over.signal.addEventListener('abort', () => clearTimeout(timer))
    addEventListener('online', () => resolve(), options)
    signal.addEventListener('abort', () => resolve(), options)
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && resolve(), options)
  })
  over.abort()
}
