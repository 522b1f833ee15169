/** No two jobs of a group have the same own lock. They may have the same shared lock. */
export type Locks = { own: readonly string[]; shared: readonly string[] }

/**
 * Divides the jobs that wait: at most `most` jobs whose locks are free and go together, the first ones first, and the
 * jobs that are left. Both stay in their order.
 */
export function chooseGroup<Job>(
  waiting: readonly Job[],
  { locksOf, most, held = [] }: { locksOf: (job: Job) => Locks; most: number; held?: Iterable<string> },
): { group: Job[]; left: Job[] } {
  const group: Job[] = []
  const left: Job[] = []
  const taken = new Set(held)
  const sharedByGroup = new Set<string>()
  for (const [index, job] of waiting.entries()) {
    // With a crowd, to look at all of them again for each group would cost more than to write them.
    if (group.length === most) return { group, left: left.concat(waiting.slice(index)) }
    const { own, shared } = locksOf(job)
    const isFree =
      !own.some(lock => taken.has(lock) || sharedByGroup.has(lock)) && !shared.some(lock => taken.has(lock))
    // The locks of a job that is left count, too: a later job with the same lock must not come first.
    for (const lock of own) taken.add(lock)
    if (isFree) {
      for (const lock of shared) sharedByGroup.add(lock)
      group.push(job)
    } else left.push(job)
  }
  return { group, left }
}
