import type { Message } from '../../../contract/messages.ts'

type Counts = Readonly<Record<string, number>>

/**
 * Learners with more unseen messages on the server than have arrived here. They had another mentor meanwhile, so this
 * mentor's updates lack their messages of that time.
 */
export function missedIn(before: Counts, now: Counts, news: readonly Message[]): string[] {
  const cameFrom = (learner: string) => news.filter(({ from }) => from === learner).length
  return Object.entries(now)
    .filter(([learner, count]) => count > (before[learner] ?? 0) + cameFrom(learner))
    .map(([learner]) => learner)
}
