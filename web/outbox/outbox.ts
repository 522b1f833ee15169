import { currentSession, onSessionChange } from '../session.ts'
import { deliver } from './deliver.ts'
import { keepLetter, type Letter, lettersOf, MESSAGE } from './store.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000

/** How many answers of the signed-in person wait, and how many the server will never take. Messages tell for themselves. */
export type OutboxState = { waiting: number; refused: number; isAnythingWaiting: boolean }

const empty: OutboxState = { waiting: 0, refused: 0, isAnythingWaiting: false }
let state = empty
const listeners = new Set<() => void>()
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('sbs.outbox')

export function outboxState(): OutboxState {
  return state
}

export function onOutboxChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps what a person did, on disk, before anything else happens to it; sending follows by itself. */
export async function post(letter: Letter, enclosed?: ArrayBuffer): Promise<void> {
  await keepLetter(letter, enclosed)
  await announce()
}

/** Lets every tab see what waits now, and begins to send it. */
export async function announce(): Promise<void> {
  await look()
  otherTabs?.postMessage('changed')
  void flush()
}

let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** Sends what waits. */
export async function flush(): Promise<void> {
  clearTimeout(timer)
  const uid = currentSession()?.uid
  if (!uid || !state.isAnythingWaiting) return
  // Where the browser's storage fails for a moment, what waits in it waits on.
  const retryAfterMs = await deliver(uid).catch(() => FIRST_PAUSE_MS)
  await look()
  otherTabs?.postMessage('changed')
  if (!state.isAnythingWaiting || retryAfterMs === undefined) {
    failures = 0
    return
  }
  failures += 1
  timer = setTimeout(flush, Math.max(retryAfterMs, pause(failures)))
}

/** Twice as long after each failure, and never for all browsers at the same moment. */
function pause(failures: number): number {
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1))
  return full / 2 + (Math.random() * full) / 2
}

async function look(): Promise<void> {
  const uid = currentSession()?.uid
  const letters = uid ? await lettersOf(uid).catch(() => undefined) : []
  // What cannot be read for a moment stands as it was.
  if (!letters) return
  const answers = letters.filter(({ kind }) => kind !== MESSAGE)
  const refused = answers.filter(isRefused).length
  const isAnythingWaiting = !letters.every(isRefused)
  state = letters.length === 0 ? empty : { waiting: answers.length - refused, refused, isAnythingWaiting }
  for (const listener of listeners) listener()
}

function isRefused({ refusedAs }: Letter): boolean {
  return refusedAs !== undefined
}

/** Begins to watch: what an earlier visit left is sent now, and again when the network or the person comes back. */
export function openOutbox(): () => void {
  const lookAndFlush = () => void look().then(flush)
  const stopWatching = onSessionChange(lookAndFlush)
  // Not as the page is hidden: WebKit may freeze it in the middle, and what is written is sent at once anyway.
  const onVisibility = () => document.visibilityState === 'visible' && lookAndFlush()
  const onMessage = () => void look()
  addEventListener('online', lookAndFlush)
  document.addEventListener('visibilitychange', onVisibility)
  otherTabs?.addEventListener('message', onMessage)
  lookAndFlush()
  return () => {
    stopWatching()
    removeEventListener('online', lookAndFlush)
    document.removeEventListener('visibilitychange', onVisibility)
    otherTabs?.removeEventListener('message', onMessage)
    clearTimeout(timer)
  }
}
