import { type AnalyticsEvent, type EventName, sendEvents } from '../../contract/analytics.ts'

const SEND_AFTER_MS = 2000
const AT_MOST = 100

let waiting: AnalyticsEvent[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Notes that something happened. Events travel a few at a time; losing some never matters to a person. */
export function track(name: EventName, params: AnalyticsEvent['params'] = {}): void {
  waiting = [...waiting, { name, at: Date.now(), params }].slice(-AT_MOST)
  timer ??= setTimeout(send, SEND_AFTER_MS)
}

/** Takes what happened to where it is kept. Never waits, never fails. */
export type Sink = (events: AnalyticsEvent[]) => void

let findSink = async (): Promise<Sink> => sendToServer

/** Where events go is known only once the settings are here. */
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

/** To our own server, which keeps them in a file. */
export function sendToServer(events: AnalyticsEvent[]): void {
  // Answers the page when it is being closed, too; a blocked or failing call breaks nothing.
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
