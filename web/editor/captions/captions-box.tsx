import { type KeyboardEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { Language } from '../../../contract/languages.ts'
import { toDigitsOf } from '../../i18n/digits.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { clockTime } from '../../media/clock-time.ts'
import { usePlayback } from '../../media/use-playback.ts'
import { Alert } from '../../ui/alert.tsx'
import { FileButton } from '../../ui/fields/file-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { DraftMedia } from '../draft/draft-media.ts'
import { EditIcon } from '../edit-icon.tsx'
import {
  type Captions,
  type Cue,
  freeFrom,
  newCue,
  readCaptionFile,
  withCue,
  writeSrt,
  writeVtt,
} from './caption-files.ts'
import { CaptionedFilm, STEP_SECONDS } from './captioned-film.tsx'
import { CueLine } from './cue-line.tsx'
import { useCaptionFile } from './use-caption-file.ts'
import './captions.css'

type Props = {
  media: DraftMedia
  film: string
  /** The name of the captions file; empty if there is none. */
  name: string
  /** The path of the page or answer in the draft. */
  field: readonly string[]
  /** The language of the course. */
  language: Language
}

const USUAL_SECONDS = 4

/** A field beside the film for its captions. A new line begins at the second that the film has reached. */
export function CaptionsBox({ media, film, name, field, language }: Props) {
  const t = useTranslations('captions')
  const common = useTranslations('common')
  const { language: ownLanguage } = useLanguage()
  const source = useSyncExternalStore(media.watch, () => media.sourceOf(film))
  const video = useRef<HTMLVideoElement>(null)
  const playback = usePlayback(video, '1')
  const { captions, state, change, tryAgain } = useCaptionFile({ media, film, name, field })
  const [open, setOpen] = useState<number>()
  const [refused, setRefused] = useState<'foreign' | 'tooLarge'>()
  // Before the captions are loaded, a new line would replace all of them.
  const isKnown = state === 'ready' || state === 'broken'
  const { at, length } = playback
  const { cues } = captions
  const shown = cues.filter(({ from, to }) => from <= at && at < to)
  // A film that loads again after a failure begins at 0, so its own time counts only while it plays.
  const now = () => (playback.isPlaying ? (video.current?.currentTime ?? at) : at)
  const lengthIfKnown = length > 0 ? rounded(length) : Number.POSITIVE_INFINITY
  const begin = (seconds: number) => {
    const here = rounded(seconds)
    // Nobody would see a line that begins at the end of the film.
    return freeFrom(cues, here < lengthIfKnown ? here : Math.max(0, lengthIfKnown - USUAL_SECONDS), lengthIfKnown)
  }

  function add() {
    const from = begin(now())
    const next = cues.find(cue => cue.from > from)
    const end = Math.min(next?.from ?? Number.POSITIVE_INFINITY, length > from ? length : Number.POSITIVE_INFINITY)
    const cue = newCue(from, rounded(Math.min(from + USUAL_SECONDS, end)))
    video.current?.pause()
    change(withCue(captions, cue))
    setOpen(cue.id)
  }

  async function take(file: File) {
    const read = await readCaptionFile(file)
    setRefused(typeof read === 'string' ? read : undefined)
    if (typeof read !== 'string') change(read)
  }

  function onKeyDown(event: KeyboardEvent) {
    const { target, key, shiftKey, altKey, ctrlKey, metaKey } = event
    const isTyping = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
    if (altKey || ctrlKey || metaKey || (isTyping && !shiftKey)) return
    if (key === ' ' && target instanceof HTMLButtonElement) return
    const acts: Record<string, () => void> = {
      ' ': playback.toggle,
      ArrowLeft: () => playback.skip(-STEP_SECONDS),
      ArrowRight: () => playback.skip(STEP_SECONDS),
    }
    const act = acts[key]
    if (!act) return
    event.preventDefault()
    act()
  }

  const stem = film.replace(/\.mp4$/i, '')
  return (
    <section className="card captions-box" aria-label={t('title')} onKeyDown={onKeyDown}>
      <div className="card-head">
        <h3>{t('title')}</h3>
        {isKnown && (
          <FileButton className="btn quiet small" accept=".vtt,.srt,text/vtt" onFile={file => void take(file)}>
            {t('fromFile')}
          </FileButton>
        )}
      </div>
      {refused && <Alert title={t(refused)} />}
      {state === 'broken' && <Alert title={t('broken')} />}
      {state === 'unloaded' && (
        <Alert
          title={t('unloaded')}
          below={
            <div>
              <button className="btn second small" type="button" onClick={tryAgain}>
                {common('tryAgain')}
              </button>
            </div>
          }
        />
      )}
      <p className="meta">{t('lead')}</p>
      {source && <CaptionedFilm {...{ video, source, playback, shown, language }} />}
      {cues.length > 0 && (
        <ol className="cues">
          {cues.map((cue, index) => (
            <CueLine
              key={cue.id}
              {...{ cue, language, length, now }}
              next={cues[index + 1]}
              isNow={shown.includes(cue)}
              isOpen={open === cue.id}
              onOpen={isOpen => setOpen(isOpen ? cue.id : undefined)}
              onSeek={() => playback.seek(cue.from)}
              onChange={changed => change(withCue(captions, changed))}
              onRemove={() => change(without(captions, cue))}
            />
          ))}
        </ol>
      )}
      <div className="row wrap">
        <button className="btn second small" type="button" disabled={!source || !isKnown} onClick={add}>
          <EditIcon name="plus" />
          {t('add', { time: toDigitsOf(ownLanguage, clockTime(begin(at))) })}
        </button>
        {cues.length > 0 && (
          <>
            <SaveFile name={`${stem}.vtt`} type="text/vtt" label={t('saveVtt')} write={() => writeVtt(captions)} />
            <SaveFile
              name={`${stem}.srt`}
              type="application/x-subrip"
              label={t('saveSrt')}
              write={() => writeSrt(captions)}
            />
          </>
        )}
      </div>
    </section>
  )
}

/** Rounded to tenths of a second: nobody can set a time more exactly by hand. */
function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10
}

function without(captions: Captions, { id }: Cue): Captions {
  return { ...captions, cues: captions.cues.filter(cue => cue.id !== id) }
}

type SaveProps = { name: string; type: string; label: string; write(): string }

function SaveFile({ name, type, label, write }: SaveProps) {
  function save() {
    const url = URL.createObjectURL(new Blob([write()], { type }))
    const link = document.createElement('a')
    Object.assign(link, { href: url, download: name }).click()
    // The browser begins to read the file only after this function.
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  return (
    <button className="btn quiet small" type="button" onClick={save}>
      <Icon name="download" />
      {label}
    </button>
  )
}
