import { type RefObject, useEffect } from 'react'
import { isTemporary } from '../../../contract/calls/api-error.ts'
import { markReceivedSeen } from '../../../contract/messages.ts'
import { call } from '../../api.ts'
import { retryPause } from '../../loading/retry-pause.ts'
import { messengerNow, setMessenger } from '../messenger.ts'
import type { ShownMessage } from './conversation.ts'
import { noteSeen } from './conversation-query.ts'
import { isUnread } from './use-unread-line.ts'

const SETTLED_MS = 250
/** A message counts as seen when so much of it is above the end of the list. */
const IN_SIGHT_PX = 32

type Place = { shown: readonly ShownMessage[]; isAway: boolean; isAtEnd(): boolean }

/**
 * Reports to the server up to which message the reader has seen the list: at its end up to `newest` (ISO time),
 * otherwise up to the newest visible message. The count falls only after the server's reply.
 */
export function useMarkSeen(
  list: RefObject<HTMLElement | null>,
  from: string,
  newest: string | undefined,
  { shown, isAway, isAtEnd }: Place,
): void {
  const firstUnread = newest === undefined ? undefined : shown.find(isUnread)?.sentAt
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the end of the list more messages are seen.
  useEffect(() => {
    const element = list.current
    if (newest === undefined || !element) return
    let reported = 0
    let failures = 0
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const mark = () => {
      if (document.visibilityState !== 'visible') return
      const upTo = isAtEnd() ? Date.parse(newest) : newestInSight(element)
      if (upTo <= reported || (!isAtEnd() && !(firstUnread !== undefined && upTo >= firstUnread))) return
      reported = upTo
      const iso = new Date(upTo).toISOString()
      const before = messengerNow()
      call(markReceivedSeen, { body: { from, upTo: iso } }).then(
        ({ data }) => {
          failures = 0
          noteSeen(from, iso)
          // If a poll has answered meanwhile, its count is newer, or the next poll brings a newer one.
          if (messengerNow() === before)
            setMessenger({ unseen: Object.values(data?.unseenCount ?? {}).reduce((sum, one) => sum + one, 0) })
        },
        // The next scroll reports again. A short list does not scroll, so it is reported again after a pause.
        error => {
          reported = 0
          if (!isOver && isTemporary(error)) timer = setTimeout(mark, retryPause(++failures))
        },
      )
    }
    const onScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(mark, SETTLED_MS)
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', mark)
      element.removeEventListener('scroll', onScroll)
    }
  }, [list, from, newest, firstUnread, isAway, isAtEnd])
}

/** Time (epoch ms) of the newest visible message of the other side; 0 for none. */
function newestInSight(list: HTMLElement): number {
  const bottom = list.getBoundingClientRect().bottom - IN_SIGHT_PX
  const theirs = Array.from(list.querySelectorAll<HTMLElement>('[data-theirs]'))
  const last = theirs.findLast(turn => turn.getBoundingClientRect().top < bottom)
  return Number(last?.dataset.theirs ?? 0)
}
