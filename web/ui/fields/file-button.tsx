import { type ComponentProps, useRef } from 'react'

type Props = ComponentProps<'button'> & {
  /** Types and endings that the browser offers. Without them it offers any file. */
  accept?: string
  /** A phone opens its camera instead of its files. */
  isCamera?: boolean
  onFile(file: File): void
}

/** A button with which a person chooses one file. */
export function FileButton({ accept, isCamera = false, onFile, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        {...(accept ? { accept } : {})}
        {...(isCamera ? { capture: 'environment' as const } : {})}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The value is removed, so that a person can choose the same file again after they corrected it.
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <button {...button} type="button" onClick={() => input.current?.click()} />
    </>
  )
}
