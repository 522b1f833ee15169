import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { namesApart, orderNow, placeBelowHeading } from './places-in-list.ts'

const EDGE_PX = 72
const EDGE_SPEED = 12
/** A press that moves less is a tap. */
const SLACK_PX = 6

type Options = {
  keys: readonly string[]
  nameOf(key: string): string
  /** The first place that an entry may take. */
  first?: number
  /** The heading of a part of the list, such as a lesson. Places are counted below it. */
  headingOf?(key: string): string | undefined
  onMove(key: string, order: readonly string[]): void
}

type Lifted = { key: string; order: readonly string[] }

/**
 * A list of one column whose entries are moved by their handles: dragged by touch or mouse, or lifted by a tap or Space
 * and then moved by arrows or buttons. The order is stored when the entry is put down; Escape restores it.
 */
export function useReorder({ keys, nameOf, first = 0, headingOf, onMove }: Options) {
  const t = useTranslations('editor')
  const list = useRef<HTMLElement>(null)
  const [held, setLifted] = useState<Lifted>()
  const [said, say] = useState('')
  const drag = useRef<{ y: number; isMoving: boolean; frame: number }>(undefined)
  // Meanwhile somebody else may have removed the lifted entry, or added and removed other entries.
  const lifted = held && keys.includes(held.key) ? { ...held, order: orderNow(held.order, keys) } : undefined
  const order = lifted?.order ?? keys
  const latest = useRef(lifted)
  latest.current = lifted
  const movable = keys.filter(key => headingOf?.(key) === undefined)
  const names = namesApart(movable, nameOf, (key, name) => {
    const { place, heading } = placeBelowHeading(key, keys, headingOf)
    const numbered = t('numbered', { name, place })
    return heading === undefined ? numbered : t('inLesson', { lesson: heading, said: numbered })
  })
  const nameNow = (key: string) => names.get(key) ?? ''

  function sayPlace(sentence: 'lifted' | 'movedTo' | 'dropped', key: string, now: readonly string[]) {
    const { heading, ...place } = placeBelowHeading(key, now, headingOf)
    const spoken = t(sentence, { name: nameNow(key), ...place })
    say(heading === undefined ? spoken : t('inLesson', { lesson: heading, said: spoken }))
  }

  function lift(key: string) {
    setLifted({ key, order: keys })
    sayPlace('lifted', key, keys)
  }

  function moveTo(place: number) {
    const now = latest.current
    if (!now) return
    const at = now.order.indexOf(now.key)
    const to = Math.min(now.order.length - 1, Math.max(first, place))
    if (to === at) return
    const others = now.order.filter(key => key !== now.key)
    const moved = [...others.slice(0, to), now.key, ...others.slice(to)]
    setLifted({ ...now, order: moved })
    sayPlace('movedTo', now.key, moved)
  }

  function drop() {
    const now = latest.current
    setLifted(undefined)
    if (!now) return
    if (now.order.indexOf(now.key) !== keys.indexOf(now.key)) onMove(now.key, now.order)
    sayPlace('dropped', now.key, now.order)
  }

  function cancel() {
    if (latest.current) say(t('putBack', { name: nameNow(latest.current.key) }))
    setLifted(undefined)
  }

  function onKeyDown(key: string, event: KeyboardEvent) {
    const isLifted = lifted?.key === key
    const at = order.indexOf(key)
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      return isLifted ? drop() : lift(key)
    }
    if (!isLifted) return
    if (event.key === 'Escape') cancel()
    if (event.key === 'ArrowUp') moveTo(at - 1)
    if (event.key === 'ArrowDown') moveTo(at + 1)
    if (/^(Escape|Arrow(Up|Down))$/.test(event.key)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }

  function onPointerDown(key: string, event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { y: event.clientY, isMoving: false, frame: 0 }
    latest.current = lifted?.key === key ? lifted : undefined
  }

  function onPointerMove(key: string, event: PointerEvent<HTMLElement>) {
    const { current } = drag
    if (!current) return
    const isFar = Math.abs(event.clientY - current.y) > SLACK_PX
    if (!current.isMoving && !isFar) return
    if (!current.isMoving) {
      current.isMoving = true
      if (lifted?.key !== key) lift(key)
    }
    current.y = event.clientY
    follow()
    if (current.frame === 0) current.frame = requestAnimationFrame(scrollAtEdge)
  }

  /** The lifted entry takes the place of the entry under the pointer. */
  function follow() {
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
    const y = drag.current?.y ?? 0
    const below = entries.findIndex(entry => {
      const { top, height } = entry.getBoundingClientRect()
      return y < top + height / 2
    })
    const at = latest.current?.order.indexOf(latest.current.key) ?? 0
    const to = below < 0 ? entries.length - 1 : below
    moveTo(to > at ? to - 1 + (below < 0 ? 1 : 0) : to)
  }

  function scrollAtEdge() {
    const { current } = drag
    if (!current) return
    const up = EDGE_PX - current.y
    const down = current.y - (innerHeight - EDGE_PX)
    const wanted = up > 0 ? -EDGE_SPEED : EDGE_SPEED
    const by = Math.max(up, down) <= 0 ? 0 : wanted
    if (by !== 0) {
      scrollerOf(list.current).scrollBy(0, by)
      follow()
    }
    current.frame = requestAnimationFrame(scrollAtEdge)
  }

  function onPointerUp(key: string) {
    const { current } = drag
    drag.current = undefined
    if (current) cancelAnimationFrame(current.frame)
    if (current?.isMoving) return drop()
    return lifted?.key === key ? drop() : lift(key)
  }

  useEffect(() => () => void (drag.current && cancelAnimationFrame(drag.current.frame)), [])

  return {
    list,
    order,
    liftedKey: lifted?.key,
    said,
    moveBy: (by: number) => lifted && moveTo(order.indexOf(lifted.key) + by),
    drop,
    cancel,
    handle: (key: string) => ({
      type: 'button' as const,
      className: 'handle',
      'aria-label': t('move', { name: nameNow(key) }),
      'aria-pressed': lifted?.key === key,
      onKeyDown: (event: KeyboardEvent) => onKeyDown(key, event),
      onPointerDown: (event: PointerEvent<HTMLElement>) => onPointerDown(key, event),
      onPointerMove: (event: PointerEvent<HTMLElement>) => onPointerMove(key, event),
      onPointerUp: () => onPointerUp(key),
      onPointerCancel: () => {
        drag.current = undefined
        cancel()
      },
    }),
  }
}

function scrollerOf(element: HTMLElement | null): Element {
  for (let around = element?.parentElement; around; around = around.parentElement) {
    const isScroller =
      /auto|scroll/.test(getComputedStyle(around).overflowY) && around.scrollHeight > around.clientHeight
    if (isScroller) return around
  }
  return document.scrollingElement ?? document.documentElement
}
