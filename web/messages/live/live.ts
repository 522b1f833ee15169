import { createClient } from '../../../contract/calls/client.ts'
import type { Reply } from '../../../contract/calls/endpoint.ts'
import type { InboxRow } from '../../../contract/inbox.ts'
import { getUpdates, isMentor, type Message } from '../../../contract/messages.ts'
import { retryPause } from '../../outbox/retry-pause.ts'
import { asOwner } from '../../outbox/senders/as-owner.ts'
import { onSentMessage } from '../../outbox/senders/sent-messages.ts'
import { queryClient } from '../../query-client.ts'
import { currentSession, onSessionChange, serverNow } from '../../session.ts'
import type { UserWithProgress } from '../../user/load-user.ts'
import { isLivePaused, onLivePause } from '../../user/pause-live.ts'
import { userQuery } from '../../user/user.ts'
import {
  addToConversation,
  conversationQuery,
  noteSeen,
  renewConversation,
} from '../conversation/conversation-query.ts'
import { later } from '../conversation/merge-messages.ts'
import { type Messenger, messengerNow, resetMessenger, setMessenger } from '../messenger.ts'
import { missedIn } from './missed.ts'
import { type Ending, firstPace, nextPace, POLL_MS, pauseMs } from './poll-pace.ts'
import { dropCursor, readCursor, storeCursor } from './stored-cursor.ts'

const LOCK = 'sbs.messenger'

type Updates = Partial<Reply<typeof getUpdates>['data']>
/** Undefined if the poll failed. */
type Answer = Updates | 'unchanged' | undefined
/** What the polling tab broadcasts to the others. */
type LiveNews = {
  uid: string
  messages: Message[]
  messenger: Messenger
  /** Learners with more new messages than these. */
  missed: string[]
}

/** A mentor has a conversation with each learner, a learner one. */
type Who = { uid: string; isMentor: boolean }

const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(LOCK)

/** Keeps messages and counts up to date while somebody is signed in. One tab polls, and broadcasts to the others. */
export function goLive(who: Who): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  otherTabs?.addEventListener(
    'message',
    ({ data }: MessageEvent<LiveNews | 'hello'>) => {
      if (data === 'hello') tellOtherTabs(currentNews(who))
      else if (data.uid === who.uid) apply(who, data)
    },
    { signal },
  )
  otherTabs?.postMessage('hello')
  const stopHearing = onSentMessage((uid, message) => {
    if (uid !== who.uid) return
    const news = { ...currentNews(who), messages: [message] }
    apply(who, news)
    tellOtherTabs(news)
  })
  const stopWatching = onSessionChange(session => session?.uid !== who.uid && leaving.abort())
  signal.addEventListener('abort', () => {
    stopWatching()
    stopHearing()
    resetMessenger()
    if (currentSession()?.uid !== who.uid) dropCursor()
  })
  const ask = () => poll(who, signal).catch((error: Error) => signal.aborted || console.error(error))
  if (navigator.locks) void navigator.locks.request(LOCK, { signal }, ask).catch(() => {})
  else void ask()
  return () => leaving.abort()
}

/** Polls, one call after the other, until somebody else is signed in. */
async function poll(who: Who, signal: AbortSignal): Promise<void> {
  await whilePaused(who.uid, signal)
  let since = await firstCursor(who, signal)
  let state: string | undefined
  let counts: Record<string, number> | undefined
  let pace = firstPace
  while (!signal.aborted) {
    await whilePaused(who.uid, signal)
    const began = performance.now()
    const isVisible = document.visibilityState === 'visible'
    // The first reply has the state; later ones can be waited for.
    const waitSeconds = state === undefined ? 0 : pace.waitSeconds
    const answer = await untilPaused(who.uid, signal, signal => ask(who, { since, state, waitSeconds }, signal))
    if (signal.aborted) return
    if (isLivePaused(who.uid)) continue
    const ending = endingOf(answer, state)
    pace = nextPace(pace, ending)
    const updates = answer === 'unchanged' ? undefined : answer
    if (updates) {
      const news = newsFrom(who, updates, counts)
      apply(who, news)
      tellOtherTabs(news)
      counts = updates.unseenCount
      since = later(since, updates.cursor ?? updates.messages?.at(-1)?.sentAt)
      if (since) storeCursor(who.uid, since)
      state = updates.state
    }
    if (!answer !== messengerNow().isOffline) setMessenger({ isOffline: !answer })
    if (updates?.hasMore) continue
    const pause = pauseMs({
      failures: pace.failures,
      isHeld: answer === 'unchanged' || updates?.cursor !== undefined,
      ending,
      tookMs: performance.now() - began,
      isHidden: !isVisible,
      chance: Math.random(),
    })
    if (pause > 0) await rest(pause, signal)
  }
}

/**
 * The history is loaded once. After that only messages newer than it, or than an earlier visit's cursor, are polled.
 */
async function firstCursor({ uid, isMentor }: Who, signal: AbortSignal): Promise<string | undefined> {
  const stored = readCursor(uid)
  if (stored !== undefined || isMentor) return stored
  for (let failures = 1; !signal.aborted; failures++) {
    const known = await queryClient.fetchQuery(conversationQuery(uid, undefined)).catch(() => undefined)
    if (known) return known.messages.at(-1)?.sentAt ?? new Date(0).toISOString()
    await rest(retryPause(failures, POLL_MS), signal)
  }
  return undefined
}

type Question = { since: string | undefined; state: string | undefined; waitSeconds: number }

async function ask(who: Who, { since, state, waitSeconds }: Question, signal: AbortSignal): Promise<Answer> {
  const query = { noUnassigned: 'true' as const, ...(since ? { since } : {}), ...(state ? { state } : {}) }
  const headers: Record<string, string> = waitSeconds > 0 ? { Prefer: `wait=${waitSeconds}, return=minimal` } : {}
  try {
    const call = createClient(asOwner(who))
    const answer: Reply<typeof getUpdates> | undefined = await call(getUpdates, { query }, { headers, signal })
    return answer === undefined ? 'unchanged' : (answer.data ?? {})
  } catch {
    return undefined
  }
}

/** Runs the work, and aborts it as soon as a pause begins. */
async function untilPaused<T>(uid: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController()
  const end = () => over.abort()
  const stop = onLivePause(() => isLivePaused(uid) && end())
  signal.addEventListener('abort', end)
  return work(over.signal).finally(() => {
    stop()
    signal.removeEventListener('abort', end)
  })
}

async function whilePaused(uid: string, signal: AbortSignal): Promise<void> {
  while (isLivePaused(uid) && !signal.aborted) {
    let stop = () => {}
    await new Promise<void>(resolve => {
      stop = onLivePause(() => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    stop()
  }
}

function endingOf(answer: Answer, state: string | undefined): Ending {
  if (!answer) return 'failed'
  if (answer === 'unchanged') return 'nothing'
  return answer.messages?.length || answer.state !== state ? 'news' : 'nothing'
}

function currentNews({ uid }: Who): LiveNews {
  return { uid, messages: [], messenger: messengerNow(), missed: [] }
}

function newsFrom(
  { uid, isMentor }: Who,
  { messages = [], unseenCount = {}, responder, seenUpTo, hasMore = false }: Updates,
  countsBefore: Record<string, number> | undefined,
): LiveNews {
  const missed = isMentor && countsBefore && !hasMore ? missedIn(countsBefore, unseenCount, messages) : []
  const unseen = Object.values(unseenCount).reduce((sum, count) => sum + count, 0)
  return { uid, messages, messenger: { ...messengerNow(), unseen, responder, seenUpTo, isOffline: false }, missed }
}

function tellOtherTabs(news: LiveNews): void {
  otherTabs?.postMessage(news)
}

/** Every tab does this with the server's reply. */
function apply(who: Who, { messages, messenger, missed }: LiveNews): void {
  const { uid } = who
  const before = messengerNow()
  setMessenger(messenger)
  // All was seen, perhaps on another device.
  if (before.unseen > 0 && messenger.unseen === 0 && messenger.responder)
    noteSeen(String(messenger.responder.id), new Date(serverNow()).toISOString())
  const partnerIn = (message: Message) => (who.isMentor ? learnerIn(message) : undefined)
  for (const partner of new Set(messages.map(partnerIn)))
    addToConversation(
      uid,
      partner,
      messages.filter(message => partnerIn(message) === partner),
    )
  for (const { about } of messages)
    if (about) void queryClient.invalidateQueries({ queryKey: ['about', uid, about.lessonId] })
  for (const partner of missed) void renewConversation(uid, partner)
  if (who.isMentor) void renewInbox(uid)
  else if (isAnotherMentor(uid, before, messenger)) void renewConversation(uid, undefined)
}

/** First the list: a learner who is no longer in it must not be loaded, because the server would refuse. */
async function renewInbox(uid: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['away', uid] })
  await queryClient.invalidateQueries({ queryKey: ['inbox', uid], exact: true })
  const rows = queryClient.getQueryData<InboxRow[]>(['inbox', uid]) ?? []
  const isThere = (learner: unknown) => rows.some(row => row.uid === learner)
  await queryClient.invalidateQueries({
    queryKey: ['inbox', uid, 'learner'],
    predicate: ({ queryKey }) => isThere(queryKey[3]),
  })
}

/** Before the first reply, the mentor is the one in the person's own data, which may be out of date. */
function isAnotherMentor(uid: string, before: Messenger, { responder }: Messenger): boolean {
  const known = before.responder
    ? before.responder.id
    : queryClient.getQueryData<UserWithProgress>(userQuery(uid).queryKey)?.user.responderId
  return known != null && responder !== undefined && known !== responder?.id
}

function learnerIn({ from, to }: Message): string {
  return isMentor(from) ? to : from
}

/** Ends early when the network is back, when the page is shown, and when polling ends. */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  const options = { signal: over.signal }
  await new Promise<void>(resolve => {
    const timer = setTimeout(resolve, ms)
    over.signal.addEventListener('abort', () => clearTimeout(timer))
    addEventListener('online', () => resolve(), options)
    signal.addEventListener('abort', () => resolve(), options)
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && resolve(), options)
  })
  over.abort()
}
