import { Icon, type IconName } from '../ui/icon.tsx'

type Props = {
  className: string
  icon?: IconName
  label: string
  busyLabel: string
  isBusy: boolean
  onPress(): void
}

/** While it is busy it keeps the focus, and its label says what happens. */
export function BusyButton({ className, icon, label, busyLabel, isBusy, onPress }: Props) {
  return (
    <button className={className} type="button" aria-busy={isBusy} aria-disabled={isBusy} onClick={onPress}>
      {isBusy ? <span className="spin" /> : icon && <Icon name={icon} />}
      {isBusy ? busyLabel : label}
    </button>
  )
}
