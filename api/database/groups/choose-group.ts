/** No two jobs of a group have the same own lock. They may have the same shared lock. */
export type Locks = { own: readonly string[]; shared: readonly string[] }

/**
 * Divides the waiting jobs into a group and the jobs that are left; both stay in their order. The group has at most
 * `most` jobs: the first ones whose locks are free and do not exclude each other.
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
    // With thousands of jobs, looking at all of them for each group would cost more than writing them.
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
