import { useFormatter } from 'use-intl'

export function PercentBar({ percent, label }: { percent: number; label: string }) {
  const format = useFormatter()
  return (
    <div className="row">
      <progress className="progress" max={100} value={percent} aria-label={label} />
      <span className="time meta">{format.number(percent / 100, { style: 'percent' })}</span>
    </div>
  )
}
