type Props = { isBusy: boolean; label: string; busyLabel: string }

/** While it works it keeps the focus and says what it does; pressing it again does nothing. */
export function SubmitButton({ isBusy, label, busyLabel }: Props) {
  return (
    <button className="btn wide" type="submit" aria-busy={isBusy} aria-disabled={isBusy} data-busy={busyLabel}>
      {isBusy && <span className="spin" />}
      {isBusy ? busyLabel : label}
    </button>
  )
}
