/** No two of a group have an own lock in common; a shared one they may. */
export type Locks = { own: readonly string[]; shared: readonly string[] }

/**
 * Divides what waits: the first ones whose locks are free and go together, at most `most` of them, and those that are
 * left. Both stay in their order.
 */
export function chooseGroup<Job>(
  waiting: readonly Job[],
  { locksOf, most, held = [] }: { locksOf: (job: Job) => Locks; most: number; held?: Iterable<string> },
): { group: Job[]; left: Job[] } {
  const group: Job[] = []
  const left: Job[] = []
  const taken = new Set(held)
  const sharedByGroup = new Set<string>()
  for (const job of waiting) {
    const { own, shared } = locksOf(job)
    const isFree =
      !own.some(lock => taken.has(lock) || sharedByGroup.has(lock)) && !shared.some(lock => taken.has(lock))
    // Also of one that is left: a later one with the same lock must not come first.
    for (const lock of own) taken.add(lock)
    if (isFree && group.length < most) {
      for (const lock of shared) sharedByGroup.add(lock)
      group.push(job)
    } else left.push(job)
  }
  return { group, left }
}
