import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import type { CourseFilm } from '../../../../contract/organisation/media/films.ts'
import { filesIn } from '../../../editor/files-in.ts'
import { isInMaking, useCourseFilms } from '../../../editor/films/use-course-films.ts'

type Props = { draft: Draft; children: ReactNode }

/** Publishing waits until the films of the pages are made. Shows these films, and its children when they are made. */
export function WaitForFilms({ draft, children }: Props) {
  const t = useTranslations('films')
  const { known } = useCourseFilms(draft.courseId, draft.revision)
  const used = filesIn(draft.lessons)
  const films = (known?.films ?? []).filter(film => isInMaking(film) && used.includes(film.name.slice('media/'.length)))
  if (films.length === 0) return children
  return (
    <div className="stack">
      <p role="status">
        <b>{t('publishWaits', { count: films.length })}</b>
      </p>
      <ul className="stack tight">
        {films.map(film => (
          <WaitingFilm key={film.name} film={film} />
        ))}
      </ul>
      <p className="meta">{t('publishWaitsAbout')}</p>
    </div>
  )
}

function WaitingFilm({ film: { name, secondsLeft, state } }: { film: CourseFilm }) {
  const t = useTranslations('films')
  return (
    <li>
      <bdi dir="ltr">{name.slice('media/'.length)}</bdi>{' '}
      <small className="meta">
        {state === 'waiting' && t('waitsForServer')}
        {secondsLeft !== null && t('minutesLeft', { count: Math.ceil(secondsLeft / 60) })}
      </small>
    </li>
  )
}
