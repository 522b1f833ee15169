import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ShownMessage } from '../conversation/conversation.ts'
import { UNFOLD } from './folded-text.tsx'
import { isAwayFromEnd } from './scroll-place.ts'

const SETTLED_MS = 1000
const FROM_TOP_PX = 16

/** A message (its key) to scroll to, and its position in the list. */
export type ScrollTarget = { key: string; place: 'middle' | 'start' }

type Before = {
  first: string | undefined
  last: string | undefined
  top: number
  /** Where the first and the last message are, in px from the top of the list. */
  firstAt: number | undefined
  lastAt: number | undefined
  isAtEnd: boolean
  isCut: boolean
}

/**
 * Keeps the list where its reader is: at the end while they are there, otherwise where they scrolled to. `isCut`: newer
 * messages than those of `part` are not in the document. A new `aim` scrolls to its message.
 */
export function useListScroll(
  ref: RefObject<HTMLElement | null>,
  part: readonly ShownMessage[],
  { isCut, aim }: { isCut: boolean; aim: ScrollTarget | undefined },
) {
  const [isAway, setIsAway] = useState(false)
  const before = useRef<Before>(undefined)
  const [first, last] = [part[0]?.key, part.at(-1)?.key]

  useLayoutEffect(() => {
    const list = ref.current
    if (!list) return
    const was = before.current
    const isNew = last !== was?.last && !was?.isCut && !isCut
    const isBack = was?.isCut && !isCut && first !== was.first
    if (!was || was.isAtEnd || isBack || (isNew && part.at(-1)?.isMine)) list.scrollTop = list.scrollHeight
    // Messages were added or removed above: the read text keeps its position.
    else if (first !== was.first) list.scrollTop = was.top + movedBy(list, was)
    else if (isNew) setIsAway(true)
    before.current = {
      first,
      last,
      top: list.scrollTop,
      firstAt: topOf(list, first),
      lastAt: topOf(list, last),
      isAtEnd: isListAtEnd(list, isCut),
      isCut,
    }
  }, [ref, first, last, part, isCut])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list scrolls to a message once.
  useLayoutEffect(() => {
    const list = ref.current
    const message = list && messageIn(list, aim?.key)
    if (!list || !message) return
    const { top, height } = message.getBoundingClientRect()
    const room = aim?.place === 'middle' ? Math.max((list.clientHeight - height) / 2, FROM_TOP_PX) : FROM_TOP_PX
    list.scrollTop += top - list.getBoundingClientRect().top - room
    if (before.current) before.current = { ...before.current, top: list.scrollTop, isAtEnd: isListAtEnd(list, isCut) }
    setIsAway(isAwayFromEnd(list))
    message.tabIndex = -1
    message.focus({ preventScroll: true })
  }, [aim])

  useEffect(() => {
    const list = ref.current
    if (!list) return
    let timer: ReturnType<typeof setTimeout>
    const onScroll = () => {
      const now = before.current
      if (now) before.current = { ...now, top: list.scrollTop, isAtEnd: isListAtEnd(list, now.isCut) }
      clearTimeout(timer)
      timer = setTimeout(() => setIsAway(isAwayFromEnd(list)), SETTLED_MS)
    }
    // An unfolded text is read from its beginning, so the list must not scroll to its end.
    const onUnfold = () => {
      if (before.current) before.current.isAtEnd = false
      onScroll()
    }
    // When a keyboard opens or a player appears, the end stays visible.
    const resized = new ResizeObserver(() => {
      const now = before.current
      if (now?.isAtEnd) list.scrollTop = list.scrollHeight
      if (now) before.current = { ...now, firstAt: topOf(list, now.first), lastAt: topOf(list, now.last) }
    })
    resized.observe(list)
    if (list.firstElementChild) resized.observe(list.firstElementChild)
    list.addEventListener('scroll', onScroll, { passive: true })
    list.addEventListener(UNFOLD, onUnfold)
    return () => {
      clearTimeout(timer)
      resized.disconnect()
      list.removeEventListener('scroll', onScroll)
      list.removeEventListener(UNFOLD, onUnfold)
    }
  }, [ref])

  return {
    isAway: isAway || isCut,
    /** Reads the present state: `isAway` changes only some time after the last scroll. */
    isAtEnd: useCallback(() => before.current?.isAtEnd ?? false, []),
    scrollToEnd() {
      const behavior = matchMedia('(prefers-reduced-motion)').matches ? 'auto' : 'smooth'
      ref.current?.scrollTo({ top: ref.current.scrollHeight, behavior })
    },
  }
}

function isListAtEnd(list: HTMLElement, isCut: boolean): boolean {
  return !isCut && !isAwayFromEnd(list)
}

function messageIn(list: HTMLElement, key: string | undefined): HTMLElement | null {
  return key === undefined ? null : list.querySelector(`[data-key="${CSS.escape(key)}"]`)
}

function topOf(list: HTMLElement, key: string | undefined): number | undefined {
  return messageIn(list, key)?.offsetTop
}

/**
 * How far (px) the remaining messages were moved. Messages are removed at one end only, so the first or the last one is
 * still in the list.
 */
function movedBy(list: HTMLElement, { first, last, firstAt = 0, lastAt = 0 }: Before): number {
  const firstIsAt = topOf(list, first)
  return firstIsAt === undefined ? (topOf(list, last) ?? lastAt) - lastAt : firstIsAt - firstAt
}
