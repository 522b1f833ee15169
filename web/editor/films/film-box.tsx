import { useState, useSyncExternalStore } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { listCourseFilms } from '../../../contract/organisation/media/films.ts'
import { call } from '../../api.ts'
import { Alert } from '../../ui/alert.tsx'
import { FileButton } from '../../ui/fields/file-button.tsx'
import { useLazy } from '../../ui/lazy.ts'
import { PercentBar } from '../../ui/progress.tsx'
import type { DraftMedia } from '../draft/draft-media.ts'
import { EditIcon } from '../edit-icon.tsx'
import { checkFilm, type FilmProblem } from '../uploads/check-film.ts'
import type { FilmOnItsWay } from '../uploads/film-store.ts'
import type { FilmUploads } from '../uploads/film-uploads.ts'
import { FilmHead } from './film-head.tsx'
import { FilmSizes } from './film-sizes.tsx'
import './films.css'

type Props = {
  media: DraftMedia
  /** The name of the chosen film; empty if there is none. */
  name: string
  /** The path of the page or answer in the draft. */
  field: readonly string[]
  onRemove(): void
}

/** Adds a film, from the camera of a phone or a file, and shows how much of it is sent. */
export function FilmBox({ media, name, field, onRemove }: Props) {
  const uploads = useLazy(media.films)
  const all = useSyncExternalStore(uploads.watch, uploads.get)
  const own = [...all.values()].filter(film => film.field.join('/') === field.join('/'))
  const refused = own.filter(({ is }) => is === 'refused')

  /** A new film replaces films that the server refused. */
  async function add(file: File, seconds: number) {
    for (const { id } of refused) void uploads.remove(id)
    await uploads.add(file, field, seconds)
  }

  return (
    <>
      {name !== '' && <FilmSizes {...{ media, name, onRemove }} />}
      {own.map(film => (
        <OnItsWay key={film.id} {...{ film, uploads }} />
      ))}
      {own.length === refused.length && name === '' && <ChooseFilm courseId={media.courseId} onFilm={add} />}
    </>
  )
}

type ChooseProps = { courseId: string; onFilm(file: File, seconds: number): Promise<void> }

function ChooseFilm({ courseId, onFilm }: ChooseProps) {
  const t = useTranslations('films')
  const [problem, setProblem] = useState<FilmProblem>()
  /** A film that learners' phones may not play. The author decides whether to send it. */
  const [doubtful, setDoubtful] = useState<{ file: File; seconds: number }>()
  const [isLooking, setIsLooking] = useState(false)
  const hasCamera = matchMedia('(pointer: coarse)').matches

  async function choose(file: File) {
    setIsLooking(true)
    setProblem(undefined)
    setDoubtful(undefined)
    const found = await checkFilm(file)
    if (typeof found === 'string') setProblem(found)
    else if (!found.isPlayable && !(await canConvert(courseId))) setDoubtful({ file, seconds: found.seconds })
    else await onFilm(file, found.seconds)
    setIsLooking(false)
  }

  return (
    <div className="stack tight bring-film">
      {problem && <Alert title={t(problem)} />}
      {doubtful && (
        <div className="film-doubt" role="alert">
          <b>{t('cannotPlay')}</b>
          <p>{t('cannotPlayAbout')}</p>
          <button
            className="btn second small"
            type="button"
            onClick={() => void onFilm(doubtful.file, doubtful.seconds)}
          >
            {t('sendAnyway')}
          </button>
        </div>
      )}
      {isLooking && <p role="status">{t('looking')}</p>}
      <div className="row wrap">
        {hasCamera && <FilmButton label={t('camera')} isCamera onFile={choose} />}
        <FilmButton label={t('fromFile')} onFile={choose} />
      </div>
      <p className="meta">{t('kinds')}</p>
    </div>
  )
}

/** Whether the server converts films for all phones. True without a network: then the server says so later. */
async function canConvert(courseId: string): Promise<boolean> {
  const asked = call(listCourseFilms, { params: { id: courseId }, query: {} })
  return asked.then(
    ({ data }) => data.canMake,
    () => true,
  )
}

type FilmButtonProps = { label: string; isCamera?: boolean; onFile(file: File): Promise<void> }

function FilmButton({ label, isCamera = false, onFile }: FilmButtonProps) {
  const accept = isCamera ? 'video/*' : 'video/mp4,video/quicktime,.mp4,.m4v,.mov'
  return (
    <FileButton className="btn second small" {...{ accept, isCamera }} onFile={file => void onFile(file)}>
      <EditIcon name={isCamera ? 'camera' : 'film'} />
      {label}
    </FileButton>
  )
}

/** A film that is being sent, or waits for something. */
function OnItsWay({ film, uploads }: { film: FilmOnItsWay; uploads: FilmUploads }) {
  const t = useTranslations('films')
  const { id, name, bytes, seconds, received, is, isPaused } = film
  return (
    <section className="card film-card" aria-label={t('title')}>
      <FilmHead {...{ name, seconds, bytes }} removal={t('stop')} onRemove={() => void uploads.remove(id)} />
      {is === 'refused' ? (
        <Alert title={t('refused')}>
          <bdi>{film.why?.message}</bdi>
        </Alert>
      ) : (
        <>
          <PercentBar percent={Math.floor((100 * received) / bytes)} label={t('sending')} />
          <HowItGoes film={film} />
          {is === 'needs-file' && !isPaused && <ChooseAgain {...{ id, uploads }} />}
          <div className="row wrap">
            <button className="btn second small" type="button" onClick={() => void uploads.pause(id, !isPaused)}>
              {t(isPaused ? 'goOn' : 'pause')}
            </button>
          </div>
          <p className="meta">{t('keepOpen')}</p>
        </>
      )}
    </section>
  )
}

function HowItGoes({ film: { is, isPaused, bytes, received, bytesASecond } }: { film: FilmOnItsWay }) {
  const t = useTranslations('films')
  const format = useFormatter()
  const share = format.number(Math.floor((100 * received) / bytes) / 100, { style: 'percent' })
  const minutes = bytesASecond > 0 ? Math.ceil((bytes - received) / bytesASecond / 60) : undefined
  return (
    <p role="status">
      {isPaused && t('paused')}
      {!isPaused && is === 'waiting' && t('waiting')}
      {!isPaused && is === 'sending' && (minutes === undefined ? t('begins') : t('minutesLeft', { count: minutes }))}
      {!isPaused && is === 'offline' && t('offline')}
      {!isPaused && is === 'no-room' && t('noRoom')}
      {!isPaused && is === 'needs-file' && t('needsFile', { share })}
    </p>
  )
}

function ChooseAgain({ id, uploads }: { id: string; uploads: FilmUploads }) {
  const t = useTranslations('films')
  const [isOther, setIsOther] = useState(false)
  return (
    <>
      {isOther && <Alert title={t('otherFile')} />}
      <div className="row wrap">
        <FilmButton
          label={t('chooseAgain')}
          onFile={async file => setIsOther(!(await uploads.chooseAgain(id, file)))}
        />
      </div>
    </>
  )
}
