import { HOUR } from '../../contract/time.ts'

/** Does the work now and every hour. Answers how to stop, which waits for what is under way. */
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
