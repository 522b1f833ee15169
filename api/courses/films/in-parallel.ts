/** Starts work in order, at most `atOnce` at a time. After a failure it waits for running work, then throws. */
export async function inParallel<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const rest = all.values()
  let hasFailed = false

  async function goOn(): Promise<void> {
    for (const one of rest) {
      if (hasFailed) return
      await work(one).catch(error => {
        hasFailed = true
        throw error
      })
    }
  }

  const ends = await Promise.allSettled(Array.from({ length: atOnce }, goOn))
  const failure = ends.find(end => end.status === 'rejected')
  if (failure) throw failure.reason
}
