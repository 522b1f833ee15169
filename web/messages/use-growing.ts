import { type RefObject, useLayoutEffect } from 'react'

const TALLEST_PX = 160

/** As tall as what is written in it, up to a third of a small screen. */
export function useGrowing(ref: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    box.style.blockSize = 'auto'
    box.style.blockSize = `${Math.min(box.scrollHeight + 4, TALLEST_PX)}px`
  }, [ref, text])
}
