import type { Message } from '../../../contract/messages.ts'

type Counts = Readonly<Record<string, number>>

/**
 * Learners with more new messages on the server than have come. They were with another mentor meanwhile, and what they wrote
 * then was not among this mentor's news.
 */
export function missedIn(before: Counts, now: Counts, news: readonly Message[]): string[] {
  const cameFrom = (learner: string) => news.filter(({ from }) => from === learner).length
  return Object.entries(now)
    .filter(([learner, count]) => count > (before[learner] ?? 0) + cameFrom(learner))
    .map(([learner]) => learner)
}
