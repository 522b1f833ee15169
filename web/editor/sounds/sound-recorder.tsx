import { type CSSProperties, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MAX_SOUND_SECONDS } from '../../../contract/organisation/media/author-files.ts'
import { toDigitsOf } from '../../i18n/digits.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { AudioPlayer } from '../../media/audio-player.tsx'
import { clockTime } from '../../media/clock-time.ts'
import { LevelMeter } from '../../media/recorder/level-meter.tsx'
import { RecorderErrorNote } from '../../media/recorder/recorder-notes.tsx'
import { useBlobUrl } from '../../media/use-blob-url.ts'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import type { RecordingDraft } from '../../outbox/drafts/recording-drafts.ts'
import { Alert } from '../../ui/alert.tsx'
import { EditIcon } from '../edit-icon.tsx'
import { cutMp3, framesOf } from './cut-mp3.ts'
import { useTakes } from './use-takes.ts'
import '../../media/recorder/recorder.css'

type Props = { place: DraftPlace; hasFocus: boolean; onUse(mp3: Blob): Promise<void> }

/** Records a voice with pauses, up to ten minutes. Both ends can be cut before it is used. */
export function SoundRecorder({ place, hasFocus, onUse }: Props) {
  const t = useTranslations('sounds')
  const { language } = useLanguage()
  const { state, seconds, hasRoom, onLevel, record, pause, drop, bringBack } = useTakes(place)
  const left = t('left', { time: toDigitsOf(language, clockTime(MAX_SOUND_SECONDS - seconds)) })

  async function finish(mp3: Blob) {
    await onUse(mp3)
    drop()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in.
    <div className={`recorder is-${state.is}`} role="group" aria-label={t('record')}>
      {(state.is === 'idle' || state.is === 'starting') && (
        <div className="row">
          <button
            className="rec-btn"
            type="button"
            // biome-ignore lint/a11y/noAutofocus: the person has just asked for it.
            autoFocus={hasFocus}
            aria-label={t('record')}
            onClick={() => void record()}
          >
            {state.is === 'idle' ? <EditIcon name="microphone" /> : <span className="spin" />}
          </button>
          <div className="grow">
            <b>{t('record')}</b>
            <p className="meta">{t(state.is === 'idle' ? 'recordHint' : 'starting')}</p>
          </div>
        </div>
      )}
      {state.is === 'recording' && (
        <div className="row">
          <button className="rec-btn" type="button" aria-label={t('pause')} onClick={pause}>
            <EditIcon name="pause" />
          </button>
          <LevelMeter onLevel={onLevel} />
          <span className="time">{left}</span>
        </div>
      )}
      {state.is === 'paused' && (
        <Paused
          key={state.recorded.seconds}
          recorded={state.recorded}
          note={state.ending === 'limit' || state.ending === 'gone' ? t(state.ending) : ''}
          onGoOn={() => void record()}
          onAgain={() => drop(state.recorded)}
          onUse={finish}
        />
      )}
      {state.is === 'idle' && state.dropped && (
        <div className="row" role="status">
          <p className="meta grow">{t('discarded')}</p>
          <button className="btn quiet small" type="button" onClick={() => state.dropped && bringBack(state.dropped)}>
            {t('bringBack')}
          </button>
        </div>
      )}
      {(state.is === 'idle' || state.is === 'paused') && state.problem && <RecorderErrorNote problem={state.problem} />}
      {!hasRoom && <Alert title={t('noRoom')} />}
    </div>
  )
}

type PausedProps = {
  recorded: RecordingDraft
  note: string
  onGoOn(): void
  onAgain(): void
  onUse(mp3: Blob): Promise<void>
}

function Paused({ recorded, note, onGoOn, onAgain, onUse }: PausedProps) {
  const t = useTranslations('sounds')
  const { seconds } = recorded
  const [from, setFrom] = useState(0)
  const [to, setTo] = useState(seconds)
  const cut = useCut(recorded, from, to)
  const source = useBlobUrl(cut)
  const isFull = seconds >= MAX_SOUND_SECONDS - 1
  return (
    <>
      {source ? <AudioPlayer key={source} source={source} /> : <div className="player" />}
      <p className="meta" role="status">
        {note} {t('listen')}
      </p>
      <End label={t('cutStart')} value={from} most={seconds} onChange={at => setFrom(Math.min(at, to - STEP))} />
      <End label={t('cutEnd')} value={to} most={seconds} onChange={at => setTo(Math.max(at, from + STEP))} />
      <div className="row wrap">
        <button className="btn small" type="button" aria-disabled={!cut} onClick={() => cut && void onUse(cut)}>
          {t('use')}
        </button>
        {!isFull && (
          <button className="btn second small" type="button" onClick={onGoOn}>
            {t('goOn')}
          </button>
        )}
        <button className="btn quiet small" type="button" onClick={onAgain}>
          {t('again')}
        </button>
      </div>
    </>
  )
}

const STEP = 0.1
const CUT_AFTER_MS = 250

/** The recording between its new ends. */
function useCut({ mp3 }: RecordingDraft, from: number, to: number): Blob | undefined {
  const [cut, setCut] = useState<Blob>()
  useEffect(() => {
    let isLeft = false
    const timer = setTimeout(async () => {
      const whole = new Uint8Array(await mp3.arrayBuffer())
      const part = framesOf(whole).length > 0 ? cutMp3(whole, from, to) : whole
      if (!isLeft) setCut(new Blob([part], { type: 'audio/mpeg' }))
    }, CUT_AFTER_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [mp3, from, to])
  return cut
}

type EndProps = { label: string; value: number; most: number; onChange(value: number): void }

function End({ label, value, most, onChange }: EndProps) {
  const { language } = useLanguage()
  const id = useId()
  const time = toDigitsOf(language, `${clockTime(value)}.${Math.floor((value * 10) % 10)}`)
  return (
    <div className="sound-end">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        dir="ltr"
        min={0}
        max={most}
        step={STEP}
        value={value}
        aria-valuetext={time}
        style={{ '--v': `${(100 * value) / most}%`, '--to': 'right' } as CSSProperties}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <bdi className="time" dir="ltr">
        {time}
      </bdi>
    </div>
  )
}
