import { type AnalyticsEvent, type EventName, sendEvents } from '../../contract/analytics.ts'

const SEND_AFTER_MS = 2000
const AT_MOST = 100

let waiting: AnalyticsEvent[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let isPaused = false

/** Records an event. Events are sent in groups; losing some does not matter to a person. */
export function track(name: EventName, params: AnalyticsEvent['params'] = {}): void {
  if (isPaused) return
  waiting = [...waiting, { name, at: Date.now(), params }].slice(-AT_MOST)
  timer ??= setTimeout(send, SEND_AFTER_MS)
}

/** While an author looks at a preview, nothing is recorded. */
export function pauseTracking(isPreview: boolean): void {
  isPaused = isPreview
}

/** Sends events. Never waits and never fails. */
export type Sink = (events: AnalyticsEvent[]) => void

let findSink = async (): Promise<Sink> => sendToServer

/** Sends events to the sink that `find` returns. `find` waits for the settings, because they name the sink. */
export function trackTo(find: () => Promise<Sink>): void {
  findSink = find
}

function send(): void {
  clearTimeout(timer)
  timer = undefined
  if (waiting.length === 0) return
  const events = waiting
  waiting = []
  findSink()
    .then(sink => sink(events))
    .catch(() => {})
}

/** Sends events to our own server, which writes them to a file. */
export function sendToServer(events: AnalyticsEvent[]): void {
  // The request is also sent while the page closes. If it is blocked or fails, nothing breaks.
  fetch(sendEvents.path, {
    method: 'POST',
    body: JSON.stringify({ events }),
    headers: { 'Content-Type': 'application/json' },
    keepalive: true,
  }).catch(() => {})
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send()
  })
}
