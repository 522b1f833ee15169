import { isTemporary } from '../../../contract/calls/api-error.ts'
import type { Reply } from '../../../contract/calls/endpoint.ts'
import { getUpdates, type Message } from '../../../contract/messages.ts'
import { retryPause } from '../../loading/retry-pause.ts'
import { laterTime } from '../../offline/merge-messages.ts'
import { addToSaved } from '../../offline/saved-conversation.ts'
import { callAsOwner } from '../../outbox/senders/as-owner.ts'
import { queryClient } from '../../queries/query-client.ts'
import { isLivePaused, whilePaused } from '../../user/pause-live.ts'
import { conversationQuery, unseenOf } from '../conversation/conversation-query.ts'
import { messengerNow } from '../messenger.ts'
import type { LiveNews, LiveUser } from './apply-news.ts'
import { learnersWithMissed } from './missed.ts'
import { applyEverywhere, noteReachedEverywhere } from './other-tabs.ts'
import { firstPace, nextPace, type Pace, POLL_MS, type PollEnd, pauseMs } from './poll-pace.ts'
import { readCursor, storeCursor } from './stored-cursor.ts'
import { untilPaused, waitForNextPoll } from './waiting.ts'

type Updates = Partial<Reply<typeof getUpdates>['data']>
/** Undefined if the poll failed. */
type Answer = Updates | 'unchanged' | undefined

/** The part of the server's replies that this tab needs for the next poll. */
type Known = {
  /** This tab has the messages up to this time (ISO). */
  since: string | undefined
  state?: string | undefined
  counts?: Record<string, number> | undefined
}

/** Polls, one call after the other, until somebody else is signed in. */
export async function poll(who: LiveUser, signal: AbortSignal): Promise<void> {
  await whilePaused(who.uid, signal)
  let known: Known = { since: await firstCursor(who, signal) }
  let pace = firstPace
  while (!signal.aborted) {
    await whilePaused(who.uid, signal)
    const began = performance.now()
    const isHidden = document.visibilityState !== 'visible'
    // The first poll brings the state, and one after a failure tests the network: both are answered at once. Others
    // wait for news.
    const waitSeconds = known.state === undefined || pace.failures > 0 ? 0 : pace.waitSeconds
    const paceNow = { ...pace, waitSeconds }
    const answer = await untilPaused(who.uid, signal, signal => ask(who, known, paceNow, signal))
    if (signal.aborted) return
    if (isLivePaused(who.uid)) continue
    const ending = endingOf(answer, known.state)
    pace = nextPace(pace, ending)
    const updates = answer === 'unchanged' ? undefined : answer
    if (updates) {
      applyEverywhere(who, newsFrom(who, updates, known.counts))
      known = knownAfter(known, updates)
      if (known.since) await saveProgress(who, updates.messages, known.since)
    }
    if (updates?.hasMore) continue
    const isHeld = answer === 'unchanged' || updates?.cursor !== undefined
    const tookMs = performance.now() - began
    const pause = pauseMs({ failures: pace.failures, isHeld, ending, tookMs, isHidden, chance: Math.random() })
    if (pause > 0) await waitForNextPoll(pause, signal)
  }
}

/**
 * The time (ISO) after which messages are polled: the cursor of an earlier visit. Without one, a learner's history is
 * loaded once, and it is the time of the newest message.
 */
async function firstCursor({ uid, isMentor }: LiveUser, signal: AbortSignal): Promise<string | undefined> {
  const stored = readCursor(uid)
  if (stored !== undefined || isMentor) return stored
  for (let failures = 1; !signal.aborted; failures++) {
    const known = await queryClient.fetchQuery(conversationQuery(uid, undefined)).catch(() => undefined)
    if (known) return known.messages.at(-1)?.sentAt ?? new Date(0).toISOString()
    await waitForNextPoll(retryPause(failures, POLL_MS), signal)
  }
  return undefined
}

/** The cursor moves when the messages are saved. If they cannot be saved, the next visit loads them again. */
async function saveProgress({ uid }: LiveUser, messages: readonly Message[] = [], cursor: string): Promise<void> {
  await addToSaved(uid, messages).then(
    () => storeCursor(uid, cursor),
    () => {},
  )
}

async function ask(
  who: LiveUser,
  { since, state }: Known,
  { waitSeconds, failures }: Pace,
  signal: AbortSignal,
): Promise<Answer> {
  const query = { noUnassigned: 'true' as const, ...(since ? { since } : {}), ...(state ? { state } : {}) }
  const headers: Record<string, string> = waitSeconds > 0 ? { Prefer: `wait=${waitSeconds}, return=minimal` } : {}
  try {
    const call = callAsOwner(who)
    const answer: Reply<typeof getUpdates> | undefined = await call(getUpdates, { query }, { headers, signal })
    noteReachedEverywhere(true)
    return answer === undefined ? 'unchanged' : (answer.data ?? {})
  } catch (error) {
    // A single long poll may break although there is a network, so only a second failure in a row counts.
    if (failures > 0 && !signal.aborted && isTemporary(error)) noteReachedEverywhere(false)
    return undefined
  }
}

function endingOf(answer: Answer, state: string | undefined): PollEnd {
  if (!answer) return 'failed'
  if (answer === 'unchanged') return 'nothing'
  return answer.messages?.length || answer.state !== state ? 'news' : 'nothing'
}

function newsFrom(
  { uid, isMentor }: LiveUser,
  { messages = [], unseenCount = {}, responder, seenUpTo, hasMore = false }: Updates,
  countsBefore: Known['counts'],
): LiveNews {
  const unseenHere = (learner: string) => unseenOf(uid, learner)
  const missed =
    isMentor && countsBefore && !hasMore
      ? learnersWithMissed(countsBefore, unseenCount, { news: messages, unseenHere })
      : []
  const unseen = Object.values(unseenCount).reduce((sum, count) => sum + count, 0)
  return { uid, messages, messenger: { ...messengerNow(), unseen, responder, seenUpTo }, missed }
}

function knownAfter({ since }: Known, { cursor, messages, state, unseenCount }: Updates): Known {
  return { since: laterTime(since, cursor ?? messages?.at(-1)?.sentAt), state, counts: unseenCount }
}
