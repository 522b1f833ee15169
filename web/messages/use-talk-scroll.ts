import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Shown } from './conversation.ts'
import { isAwayFromEnd } from './scroll-place.ts'

const SETTLED_MS = 1000

/** Keeps a list of messages where its reader is: at the end as long as they are there, else where they scrolled to. */
export function useTalkScroll(ref: RefObject<HTMLElement | null>, shown: readonly Shown[]) {
  const [isAway, setIsAway] = useState(false)
  const before = useRef<{ first: string | undefined; last: string | undefined; height: number; isAtEnd: boolean }>(
    undefined,
  )
  const [first, last] = [shown[0]?.key, shown.at(-1)?.key]

  useLayoutEffect(() => {
    const list = ref.current
    if (!list) return
    const was = before.current
    const isOwn = last !== was?.last && shown.at(-1)?.isMine
    if (!was || was.isAtEnd || isOwn) list.scrollTop = list.scrollHeight
    // Older ones came in above: what was being read stays where it was.
    else if (first !== was.first) list.scrollTop += list.scrollHeight - was.height
    else if (last !== was.last) setIsAway(true)
    before.current = { first, last, height: list.scrollHeight, isAtEnd: !isAwayFromEnd(list) }
  }, [ref, first, last, shown])

  useEffect(() => {
    const list = ref.current
    if (!list) return
    let timer: ReturnType<typeof setTimeout>
    const onScroll = () => {
      if (before.current) before.current.isAtEnd = !isAwayFromEnd(list)
      clearTimeout(timer)
      timer = setTimeout(() => setIsAway(isAwayFromEnd(list)), SETTLED_MS)
    }
    // A keyboard that opens, a player that comes: the end stays in sight.
    const resized = new ResizeObserver(() => {
      if (before.current?.isAtEnd) list.scrollTop = list.scrollHeight
    })
    resized.observe(list)
    if (list.firstElementChild) resized.observe(list.firstElementChild)
    list.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      resized.disconnect()
      list.removeEventListener('scroll', onScroll)
    }
  }, [ref])

  return {
    isAway,
    goToEnd() {
      ref.current?.scrollTo({ top: ref.current.scrollHeight, behavior: 'smooth' })
    },
  }
}
