import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

const NEAR_PX = 400

/**
 * Watches an element at an end of the list, and calls `onNear` when it is nearly visible. `neighbour` is the key of the
 * message beside the element: if it changes and the element is still nearly visible, `onNear` is called again. It is
 * not called while `isBusy`.
 */
export function useNear<T extends HTMLElement>(
  end: 'start' | 'end',
  neighbour: string | undefined,
  onNear: () => void,
  isBusy = false,
): RefObject<T | null> {
  const ref = useRef<T>(null)
  const near = useRef<{ neighbour: string | undefined }>(undefined)
  const onNearNow = useEffectEvent(onNear)
  useEffect(() => {
    const list = ref.current?.closest('.conversation')
    if (!list || isBusy) return
    const look = () => {
      const was = near.current
      near.current = distanceTo(end, list) < NEAR_PX ? { neighbour } : undefined
      if (near.current && (!was || was.neighbour !== neighbour)) onNearNow()
    }
    // At most once a frame: people would feel a pause if several steps of messages were added in one frame.
    const frame = requestAnimationFrame(look)
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      list.removeEventListener('scroll', look)
    }
  }, [end, neighbour, isBusy])
  return ref
}

function distanceTo(end: 'start' | 'end', { scrollTop, scrollHeight, clientHeight }: Element): number {
  return end === 'start' ? scrollTop : scrollHeight - clientHeight - scrollTop
}
