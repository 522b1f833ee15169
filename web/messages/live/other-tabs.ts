import { noteReached } from '../../offline/connection.ts'
import { applyNews, currentNews, type LiveNews, type LiveUser } from './apply-news.ts'

/** Name of the lock that the polling tab holds, and of the channel between the tabs. */
export const LIVE = 'sbs.messenger'

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(LIVE)

/** Applies the news of other tabs. A new tab asks them for the counts. */
export function listenToOtherTabs(who: LiveUser, signal: AbortSignal): void {
  channel?.addEventListener(
    'message',
    ({ data }: MessageEvent<LiveNews | 'hello' | boolean>) => {
      if (data === 'hello') channel.postMessage(currentNews(who))
      else if (typeof data === 'boolean') noteReached(data)
      else if (data.uid === who.uid) applyNews(who, data)
    },
    { signal },
  )
  channel?.postMessage('hello')
}

/** Applies news in this tab and in the others. */
export function applyEverywhere(who: LiveUser, news: LiveNews): void {
  applyNews(who, news)
  channel?.postMessage(news)
}

/** Whether the server was reached. Only one tab polls, and it may be hidden. */
export function noteReachedEverywhere(hasReached: boolean): void {
  noteReached(hasReached)
  channel?.postMessage(hasReached)
}
