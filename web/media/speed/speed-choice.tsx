import { useFormatter, useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { SPEEDS, type Speed, useSpeed } from './speed.ts'

/** The speed, in a native list. */
export function SpeedChoice() {
  const t = useTranslations('media')
  const format = useFormatter()
  const [speed, choose] = useSpeed()
  return (
    <label>
      {t('speed')}
      <select value={speed} onChange={event => choose(event.target.value as Speed)}>
        {SPEEDS.map(one => (
          <option key={one} value={one}>
            {format.number(Number(one))}×
          </option>
        ))}
      </select>
      <Icon name="down" />
    </label>
  )
}
