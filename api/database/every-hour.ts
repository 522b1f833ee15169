import { HOUR } from '../../contract/time.ts'

/** Runs the work now and every hour. Returns a function that stops it and waits for a running one. */
export function everyHour(work: () => Promise<void>, failed: (error: Error) => void): () => Promise<void> {
  const attempt = () => work().catch(failed)
  let last = attempt()
  const timer = setInterval(() => {
    last = attempt()
  }, HOUR).unref()
  return async () => {
    clearInterval(timer)
    await last
  }
}
