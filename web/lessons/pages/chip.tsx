import { type PointerEvent, useRef } from 'react'

/** A shorter move is a tap. */
const DRAG_FROM_PX = 8

type Props = {
  text: string
  /** Id of the sentence that it completes. */
  describedBy: string
  isUsed: boolean
  onPick(isByKeyboard: boolean): void
  onDrop(place: number): void
}

/** A word to tap, or to drag to a place. */
export function Chip({ text, describedBy, isUsed, onPick, onDrop }: Props) {
  const from = useRef<{ x: number; y: number } | undefined>(undefined)
  const isDragged = useRef(false)

  function move({ clientX, clientY, currentTarget }: PointerEvent<HTMLButtonElement>) {
    if (!from.current) return
    const [dx, dy] = [clientX - from.current.x, clientY - from.current.y]
    isDragged.current ||= Math.hypot(dx, dy) >= DRAG_FROM_PX
    if (!isDragged.current) return
    currentTarget.classList.add('is-dragged')
    currentTarget.style.transform = `translate(${dx}px, ${dy}px)`
  }

  function letGo({ type, clientX, clientY, currentTarget }: PointerEvent<HTMLButtonElement>) {
    from.current = undefined
    // CSS makes the dragged word transparent to the pointer, so this finds the place below it.
    const beneath = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-place]')
    currentTarget.classList.remove('is-dragged')
    currentTarget.style.transform = ''
    if (type === 'pointerup' && isDragged.current && beneath) onDrop(Number(beneath.dataset.place))
  }

  return (
    <button
      className="chip"
      type="button"
      aria-describedby={describedBy}
      disabled={isUsed}
      onPointerDown={({ clientX, clientY, pointerId, currentTarget }) => {
        currentTarget.setPointerCapture(pointerId)
        from.current = { x: clientX, y: clientY }
        isDragged.current = false
      }}
      onPointerMove={move}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onClick={({ detail }) => {
        const isByKeyboard = detail === 0
        if (isByKeyboard || !isDragged.current) onPick(isByKeyboard)
      }}
    >
      {text}
    </button>
  )
}
