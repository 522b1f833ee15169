import type { ReactNode } from 'react'
import '../styles/switch.css'

type Props = {
  label: string
  hint?: string
  isOn: boolean
  onChange(isOn: boolean): void
  icon?: ReactNode
  /** It can be focused and read, but not changed. */
  isStuck?: boolean
}

/** A setting that takes effect at once. */
export function Switch({ label, hint, isOn, onChange, icon, isStuck = false }: Props) {
  return (
    <button
      className="switch"
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-disabled={isStuck}
      onClick={() => isStuck || onChange(!isOn)}
    >
      {icon}
      <span className="grow">
        {label}
        {hint && <small>{hint}</small>}
      </span>
      <i />
    </button>
  )
}
