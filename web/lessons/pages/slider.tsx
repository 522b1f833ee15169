import type { CSSProperties, KeyboardEvent } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Page } from '../../../contract/lessons.ts'
import { sliderRange } from '../../../contract/pages/number.ts'
import '../../ui/styles/range.css'
import { InterfaceText } from '../interface-text.tsx'
import { QUESTION } from '../page-head.tsx'

const UNTOUCHED = '–'
/** These keys do not count as a touch of the slider. */
const PASSING = ['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'Escape']

type Props = {
  page: Page
  /** In digits 0 to 9; empty until the slider is touched. */
  value: string
  onChange(value: string): void
}

/** A touch is an answer, even if the value does not change. */
export function Slider({ page: { options = {} }, value, onChange }: Props) {
  const t = useTranslations('lesson')
  const format = useFormatter()
  const { min, max, step } = sliderRange(options)
  const number = value === '' ? Number.NaN : Number(value)
  const middle = min + Math.round((max - min) / 2 / step) * step
  const isTouched = Number.isFinite(number)
  const position = isTouched ? Math.min(max, Math.max(min, number)) : middle
  const shown = isTouched ? inDigits(number) : UNTOUCHED
  // The track is filled up to the middle of the thumb, which is 2.25rem wide.
  const part = isTouched ? `calc(1.125rem + (100% - 2.25rem) * ${(position - min) / (max - min)})` : '0%'
  const reached = { '--v': part } as CSSProperties

  function inDigits(number: number): string {
    return format.number(number, { maximumFractionDigits: 10 })
  }

  function touchByKey({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) {
    if (!PASSING.includes(key)) onChange(currentTarget.value)
  }

  return (
    <div className="card">
      <output className="value">{shown}</output>
      <input
        type="range"
        className={isTouched ? undefined : 'is-empty'}
        min={min}
        max={max}
        step={step}
        value={position}
        style={reached}
        aria-labelledby={QUESTION}
        aria-describedby="from-to"
        aria-valuetext={shown}
        onPointerDown={event => onChange(event.currentTarget.value)}
        onKeyDown={touchByKey}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <p className="visually-hidden" id="from-to">
        <InterfaceText>{t('fromTo', { min, max })}</InterfaceText>
      </p>
      <div className="scale">
        <span>
          <b>{inDigits(min)}</b>
          {options.minLabel}
        </span>
        <span>
          <b>{inDigits(max)}</b>
          {options.maxLabel}
        </span>
      </div>
    </div>
  )
}
