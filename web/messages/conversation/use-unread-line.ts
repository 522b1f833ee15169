import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { ShownMessage } from './conversation.ts'

/** A line above the first new message. It says how many messages are new. `key`: that of this message. */
export type UnreadLine = { key: string; count: number }

/** Undefined if no message is new, or if all are new: then no read message would be above the line. */
export function unreadLine(shown: readonly ShownMessage[]): UnreadLine | undefined {
  const unread = shown.filter(isUnread)
  const [first] = unread
  return first && first !== shown[0] ? { key: first.key, count: unread.length } : undefined
}

export function isUnread({ id, isMine, state }: ShownMessage): boolean {
  return id !== undefined && !isMine && state === 'sent'
}

type Opened = {
  /** False if the server's count says that nothing is new. */
  mayBeUnread: boolean
  /** The messages are those of an earlier visit: new ones may still come from the server. */
  isSaved: boolean
}

/**
 * Computed when the conversation is opened, and when the page is shown again. It stays until the reader leaves, even
 * when the messages below it are seen.
 */
export function useUnreadLine(
  shown: readonly ShownMessage[],
  { mayBeUnread, isSaved }: Opened,
): UnreadLine | undefined {
  const [opened, setOpened] = useState<{ line: UnreadLine | undefined }>()
  const find = () => (mayBeUnread ? unreadLine(shown) : undefined)
  const lookAgain = useEffectEvent(() => {
    const line = document.visibilityState === 'visible' ? find() : undefined
    if (line) setOpened({ line })
  })
  useEffect(() => {
    document.addEventListener('visibilitychange', lookAgain)
    return () => document.removeEventListener('visibilitychange', lookAgain)
  }, [])
  if (opened || shown.length === 0) return opened?.line
  const line = find()
  if (line || !isSaved) setOpened({ line })
  return line
}

/** Whether the unread line is above the visible part and was not seen yet. `key` is that of the line. */
export function useIsLineAbove(
  list: RefObject<HTMLElement | null>,
  key: string | undefined,
  part: readonly ShownMessage[],
): boolean {
  const [place, setPlace] = useState<{ key: string; isAbove: boolean }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line appears or disappears with another part.
  useEffect(() => {
    if (key === undefined || !list.current) return
    const line = list.current.querySelector('.unread-line')
    const note = (isAbove: boolean) => setPlace(was => (was?.key === key && !was.isAbove ? was : { key, isAbove }))
    if (!line) return note(true)
    const observer = new IntersectionObserver(([entry]) => entry && note(!entry.isIntersecting), { root: list.current })
    observer.observe(line)
    return () => observer.disconnect()
  }, [list, key, part])
  return place?.key === key && place?.isAbove === true
}
