import { useEffect, useEffectEvent, useState } from 'react'
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
