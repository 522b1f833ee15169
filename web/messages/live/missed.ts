import type { Message } from '../../../contract/messages.ts'

type Counts = Readonly<Record<string, number>>

/**
 * Learners with more unseen messages on the server than have arrived here. They had another mentor meanwhile, so this
 * mentor's updates lack their messages of that time. `unseenHere`: the number of unseen messages in a conversation that
 * is loaded. Without it, a message that was seen since `before` would hide a missed one.
 */
export function learnersWithMissed(
  before: Counts,
  now: Counts,
  { news, unseenHere }: { news: readonly Message[]; unseenHere(learner: string): number | undefined },
): string[] {
  const cameFrom = (learner: string) => news.filter(({ from }) => from === learner).length
  return Object.entries(now)
    .filter(([learner, count]) => {
      const known = before[learner] ?? 0
      return count > Math.min(known, unseenHere(learner) ?? known) + cameFrom(learner)
    })
    .map(([learner]) => learner)
}
