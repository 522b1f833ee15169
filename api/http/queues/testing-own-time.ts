/** Processor time of this thread alone, so that other work of the machine does not count. */
export function ownMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Gives the longest work of this thread without a pause. */
export function longestWork(): () => number {
  let [last, longest] = [ownMs(), 0]
  const look = () => {
    const now = ownMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const watch = setInterval(look, 1)
  return () => {
    clearInterval(watch)
    look()
    return longest
  }
}
