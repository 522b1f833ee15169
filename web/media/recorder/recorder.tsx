import { useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import type { RecordingDraft } from '../../outbox/drafts/recording-drafts.ts'
import { LevelMeter } from './level-meter.tsx'
import './recorder.css'
import { toDigitsOf } from '../../i18n/digits.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { clockTime } from '../clock-time.ts'
import { LIMIT_SECONDS } from './capture/recording-format.ts'
import { RecordingPlayer, RecordingSaved } from './recorded.tsx'
import { RecorderButton } from './recorder-button.tsx'
import { DeletedNote, NoSpaceNote, RecorderErrorNote } from './recorder-notes.tsx'
import { useAnnouncement } from './use-announcement.ts'
import { useRecorder } from './use-recorder.ts'

type Props = {
  at: DraftPlace
  /** A few words that name the wanted recording. */
  label?: string
  /** Called with a recording of an earlier visit, with each new one, and with undefined when it is deleted. */
  onChange(recorded: RecordingDraft | undefined): void
}

/** Records a voice, and stores it on the phone until it is submitted (`dropRecording`). */
export function Recorder(props: Props) {
  return <RecorderAt key={JSON.stringify(props.at)} {...props} />
}

function RecorderAt({ at, label, onChange }: Props) {
  const t = useTranslations('recorder')
  const button = useRef<HTMLButtonElement>(null)
  const buttonId = useId()
  const { state, seconds, hasSpace, onLevel, press, undo } = useRecorder(at, onChange)
  const announcement = useAnnouncement(state, seconds, hasSpace)
  const title = label ?? t('record')
  const box = useInSight(state, hasSpace)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in.
    <div className={`recorder is-${state.name}`} role="group" aria-label={title} ref={box}>
      <div className="row">
        <RecorderButton id={buttonId} state={state.name} onPress={press} ref={button} />
        {state.name === 'idle' && <Invitation title={title} hint={t('upTo')} buttonId={buttonId} />}
        {state.name === 'starting' && <Invitation title={t('starting')} hint={t('mayAsk')} />}
        {state.name === 'recording' && <LevelMeter onLevel={onLevel} />}
        {state.name === 'recorded' && <RecordingSaved isKept={hasSpace} />}
      </div>
      {state.name === 'recording' && <TimeLeft seconds={seconds} />}
      {state.name === 'recorded' && <RecordingPlayer mp3={state.recorded.mp3} ending={state.ending} />}
      {state.name === 'idle' && state.dropped && <DeletedNote onUndo={() => undoAndFocus(state.dropped)} />}
      {state.name === 'idle' && state.problem && <RecorderErrorNote problem={state.problem} />}
      {state.name !== 'idle' && !hasSpace && <NoSpaceNote />}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  )

  /** Restores the recording. The pressed button disappears, so the focus moves to the recorder's button. */
  function undoAndFocus(dropped: RecordingDraft | undefined): void {
    if (dropped) undo(dropped)
    button.current?.focus()
  }
}

/** Scrolls the recorder into view when its state changes, but not at the start. A small screen may not show it. */
function useInSight(...shown: unknown[]) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (shown.some((value, index) => value !== before.current[index])) box.current?.scrollIntoView({ block: 'nearest' })
    before.current = shown
  })
  return box
}

/** A label, so that a tap on the words presses the button beside them. */
function Invitation({ title, hint, buttonId }: { title: string; hint: string; buttonId?: string }) {
  return (
    <label className="grow" htmlFor={buttonId}>
      <b>{title}</b>
      <span className="meta">{hint}</span>
    </label>
  )
}

/** Shows the used and the remaining time. Screen readers get it from `useAnnouncement`. */
function TimeLeft({ seconds }: { seconds: number }) {
  const t = useTranslations('recorder')
  const { language } = useLanguage()
  return (
    <>
      <progress className="progress" max={LIMIT_SECONDS} value={seconds} aria-hidden="true" />
      <div className="row" aria-hidden="true">
        <span className="grow">{t('listening')}</span>
        <span className="time">{t('left', { time: toDigitsOf(language, clockTime(LIMIT_SECONDS - seconds)) })}</span>
      </div>
    </>
  )
}
