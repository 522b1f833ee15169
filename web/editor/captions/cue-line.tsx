import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Language } from '../../../contract/languages.ts'
import { toDigitsOf, toWesternDigits } from '../../i18n/digits.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { clockTime } from '../../media/clock-time.ts'
import { described, Field } from '../../ui/fields/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EditIcon } from '../edit-icon.tsx'
import { leftToRight } from '../left-to-right.ts'
import { TextArea } from '../text-area.tsx'
import { type Cue, secondsIn } from './caption-files.ts'
import { cueProblem } from './check-cues.ts'

type Props = {
  cue: Cue
  next: Cue | undefined
  /** The length of the film in seconds. */
  length: number
  language: Language
  /** Whether the film shows this line now. */
  isNow: boolean
  isOpen: boolean
  now(): number
  onOpen(isOpen: boolean): void
  onSeek(): void
  onChange(cue: Cue): void
  onRemove(): void
}

/** A line over a film: its times and words, and what is wrong with it. */
export function CueLine(props: Props) {
  const { cue, next, length, language, isNow, isOpen, onOpen, onSeek, onChange, onRemove } = props
  const t = useTranslations('captions')
  const { language: ownLanguage } = useLanguage()
  const id = useId()
  const problem = cueProblem(cue, next, length)
  const error = problem && t(`trouble.${problem}`)
  const times = toDigitsOf(ownLanguage, `${clockTime(cue.from)} – ${clockTime(cue.to)}`)
  if (!isOpen)
    return (
      <li className="cue" aria-current={isNow ? 'true' : undefined}>
        <button
          className="btn quiet small"
          type="button"
          aria-label={t('show', { times: leftToRight(times) })}
          onClick={onSeek}
        >
          <span dir="ltr">{times}</span>
        </button>
        <p className="grow" lang={language} dir="auto">
          {cue.text || <i>{t('noWords')}</i>}
          {error && (
            <small className="error-text" lang={ownLanguage} dir="auto">
              <Icon name="warning" />
              <span>{error}</span>
            </small>
          )}
        </p>
        <button
          className="icon-btn"
          type="button"
          aria-label={t('edit', { times: leftToRight(times) })}
          onClick={() => onOpen(true)}
        >
          <EditIcon name="pen" />
        </button>
      </li>
    )
  return (
    <li className="cue is-open">
      <Field id={id} label={t('words')} error={error}>
        <TextArea
          {...described(id, { error })}
          className="input"
          id={id}
          // The line was opened because its author wants to write in it.
          autoFocus
          rows={2}
          language={language}
          value={cue.text}
          onChange={text => onChange({ ...cue, text })}
        />
      </Field>
      <div className="field-pair">
        <TimeField label={t('from')} seconds={cue.from} now={props.now} onChange={from => onChange({ ...cue, from })} />
        <TimeField label={t('to')} seconds={cue.to} now={props.now} onChange={to => onChange({ ...cue, to })} />
      </div>
      <div className="row wrap">
        <button
          className="btn second small"
          type="button"
          // A time counts when its field is left. That may move this line, and the press would miss the button.
          onMouseDown={event => event.preventDefault()}
          onClick={({ currentTarget }) => {
            currentTarget.focus()
            onOpen(false)
          }}
        >
          {t('done')}
        </button>
        <button className="btn quiet small" type="button" onClick={onRemove}>
          <Icon name="bin" />
          {t('remove')}
        </button>
      </div>
    </li>
  )
}

type TimeProps = { label: string; seconds: number; now(): number; onChange(seconds: number): void }

/** A field for a time. The author types it, or takes the time at which the film stands. */
function TimeField({ label, seconds, now, onChange }: TimeProps) {
  const t = useTranslations('captions')
  const { language } = useLanguage()
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const tenths = Math.round(seconds * 10)
  const shown = toDigitsOf(language, `${clockTime(tenths / 10)}.${tenths % 10}`)

  function leave() {
    const western = toWesternDigits(typed ?? '')
      .replace('٫', '.')
      .trim()
    setTyped(undefined)
    if (/^(?:\d+:)?\d+(?:[.,]\d+)?$/.test(western)) onChange(secondsIn(western))
  }

  return (
    <Field id={id} label={label} error={undefined}>
      <div className="row">
        <input
          className="input"
          id={id}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? shown}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={leave}
        />
        <button className="btn quiet small" type="button" onClick={() => onChange(Math.round(now() * 10) / 10)}>
          {t('here')}
        </button>
      </div>
    </Field>
  )
}
