import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import { toDigitsOf } from '../i18n/digits.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import '../ui/styles/range.css'
import { clockTime } from './clock-time.ts'

type Props = { at: number; length: number; onSeek(seconds: number): void }

/** The position in a sound or film, which can be moved. */
export function SeekBar({ at, length, onSeek }: Props) {
  const t = useTranslations('media')
  const { language } = useLanguage()
  const isKnown = Number.isFinite(length) && length > 0
  const time = toDigitsOf(language, isKnown ? `${clockTime(at)} / ${clockTime(length)}` : clockTime(at))
  const reached = { '--v': `${isKnown ? (100 * at) / length : 0}%` } as CSSProperties
  return (
    <>
      <input
        className="slim"
        type="range"
        min={0}
        max={isKnown ? length : 1}
        step="any"
        value={isKnown ? Math.min(at, length) : 0}
        disabled={!isKnown}
        style={reached}
        aria-label={t('position')}
        aria-valuetext={time}
        onChange={event => onSeek(event.target.valueAsNumber)}
      />
      <span aria-hidden="true">{time}</span>
    </>
  )
}
