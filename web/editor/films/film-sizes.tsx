import { useSyncExternalStore } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { type CourseFilm, FILM_STEPS, makeFilmSizes } from '../../../contract/organisation/media/films.ts'
import { call } from '../../api.ts'
import { useSizeInWords } from '../../media/size-in-words.ts'
import { type ActState, useAct } from '../../queries/use-act.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { DraftMedia } from '../draft/draft-media.ts'
import { FilmHead } from './film-head.tsx'
import { useCourseFilms } from './use-course-films.ts'

type Props = { media: DraftMedia; name: string; onRemove(): void }

/** The film of a page, and how far the server is with the sizes that it makes. */
export function FilmSizes({ media, name, onRemove }: Props) {
  const t = useTranslations('films')
  const bytes = useSyncExternalStore(media.watch, () => media.bytesOf(name)?.now)
  const path = `media/${name}`
  const { known, ask } = useCourseFilms(
    media.courseId,
    `${name} ${bytes ?? ''}`,
    bytes === undefined ? undefined : path,
  )
  const film = known?.films.find(one => one.name === path)
  const act = useAct()

  async function make() {
    if (!film) return
    const params = { id: media.courseId, digest: film.digest }
    await act.make(idempotencyKey => call(makeFilmSizes, { params }, { idempotencyKey }))
    ask()
  }

  return (
    <section className="card film-card" aria-label={t('title')}>
      <FilmHead {...{ name, bytes, onRemove }} seconds={film?.seconds} removal={t('remove')} />
      {film && <State {...{ film, canMake: known?.canMake ?? false, act }} onMake={() => void make()} />}
    </section>
  )
}

type StateProps = { film: CourseFilm; canMake: boolean; act: ActState; onMake(): void }

function State({ film, canMake, act, onMake }: StateProps) {
  const t = useTranslations('films')
  const sizeInWords = useSizeInWords()
  if (film.state === 'made' && film.made) {
    const [usual, saving] = [sizeInWords(film.made.usual), sizeInWords(film.made.saving)]
    return (
      <p className="said">
        <Icon name="check" />
        {t('made', { usual, saving })}
      </p>
    )
  }
  if (film.state === 'waiting' || film.state === 'making') return <Steps film={film} />
  const size = sizeInWords(film.bytes)
  return (
    <div className="stack tight">
      {film.state === 'failed' && (
        <p>
          {t('failed')} <bdi>{film.why}</bdi>
        </p>
      )}
      <p className="meta">{t(canMake ? 'asItCame' : 'asItCameForEver', { size })}</p>
      {act.error && <Alert title={t('notAsked')} />}
      {canMake && (
        <button className="btn second small" type="button" aria-busy={act.isBusy} onClick={onMake}>
          {t(film.state === 'failed' ? 'makeAgain' : 'make')}
        </button>
      )}
    </div>
  )
}

/** The steps that are done, the step that runs, and the steps that follow. */
function Steps({ film: { state, steps, secondsLeft } }: { film: CourseFilm }) {
  const t = useTranslations('films')
  const format = useFormatter()
  const percent = (share: number) => format.number(Math.floor(share * 100) / 100, { style: 'percent' })
  return (
    <div className="stack tight">
      <ul className="film-steps">
        {FILM_STEPS.filter(step => state === 'waiting' || steps[step] !== undefined || step === 'read').map(step => {
          const share = steps[step] ?? 0
          return (
            <li key={step}>
              {share >= 1 ? <Icon name="check" /> : <span className={share > 0 ? 'spin' : 'icon'} />}
              <span className="grow">
                {t(`steps.${step}`)}
                {share > 0 && share < 1 && (
                  <progress
                    className="progress"
                    max={100}
                    value={Math.floor(share * 100)}
                    aria-label={t(`steps.${step}`)}
                  />
                )}
              </span>
              <span className="meta">{share > 0 && share < 1 ? percent(share) : share === 0 && t('then')}</span>
            </li>
          )
        })}
      </ul>
      <p className="meta" role="status">
        {state === 'waiting' && t('waitsForServer')}
        {secondsLeft !== null && t('minutesLeft', { count: Math.ceil(secondsLeft / 60) })}
      </p>
      <p className="meta">{t('closable')}</p>
    </div>
  )
}
