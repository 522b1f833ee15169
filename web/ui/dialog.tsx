import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { focusHeading } from './focus-heading.ts'

type Props = {
  className: string
  /** Id of the heading, or a text. */
  labelledBy?: string
  label?: string
  onClose(): void
  children: ReactNode
}

/** A native modal dialog, open as long as it is rendered. Escape and a tap beside it close it. */
export function Dialog({ className, labelledBy, label, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const beganOutside = useRef(false)
  // The dialog closes while it is still in the page: then the browser gives the focus back to where it came from.
  useLayoutEffect(() => {
    const dialog = ref.current as HTMLDialogElement
    dialog.showModal()
    // Screen readers start at its heading, not at its first control.
    if (labelledBy) document.getElementById(labelledBy)?.focus()
    return () => {
      dialog.close()
      // The browser found nothing to focus: the dialog appeared with the screen, or the element that opened it is gone.
      const focused = document.activeElement
      if (focused === document.body || dialog.contains(focused)) focusHeading()
    }
  }, [labelledBy])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does for the keyboard what a tap on the backdrop does.
    <dialog
      ref={ref}
      className={className}
      aria-labelledby={labelledBy}
      aria-label={label}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClose={() => setTimeout(() => reopen(ref.current))}
      // A click that begins inside the dialog selects text. If it closed the dialog, what was typed would be gone.
      onMouseDown={event => {
        beganOutside.current = isOutside(event, ref.current as HTMLDialogElement)
      }}
      onClick={event => {
        if (event.target === ref.current && beganOutside.current) onClose()
      }}
    >
      {children}
    </dialog>
  )
}

/** Browsers close a dialog at a second Escape in any case. While it is rendered, it must be open. */
function reopen(dialog: HTMLDialogElement | null): void {
  if (dialog && !dialog.open) dialog.showModal()
}

function isOutside({ clientX, clientY }: { clientX: number; clientY: number }, dialog: HTMLDialogElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
