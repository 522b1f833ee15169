import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Shown } from './conversation.ts'

/** The message (its key) over which a line says how many are new. */
export type UnreadLine = { key: string; count: number }

/** Undefined where nothing is new, and where everything is: there is nothing read to set it apart from. */
export function unreadLine(shown: readonly Shown[]): UnreadLine | undefined {
  const unread = shown.filter(isUnread)
  const [first] = unread
  return first && first !== shown[0] ? { key: first.key, count: unread.length } : undefined
}

export function isUnread({ id, isMine, state }: Shown): boolean {
  return id !== undefined && !isMine && state === 'sent'
}

/**
 * Found when the conversation is opened, and when the page is looked at again. It stays until one leaves, while the messages
 * below it are seen.
 */
export function useUnreadLine(shown: readonly Shown[], mayBeUnread: boolean): UnreadLine | undefined {
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
  setOpened({ line })
  return line
}

/** Whether the line over a message (its key) stands above what is in sight, and was not in sight yet. */
export function useIsLineAbove(
  list: RefObject<HTMLElement | null>,
  key: string | undefined,
  part: readonly Shown[],
): boolean {
  const [place, setPlace] = useState<{ key: string; isAbove: boolean }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another part the line comes or goes.
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
