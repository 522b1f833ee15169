import { useTranslations } from 'use-intl'
import { SlowNote } from './slow-note.tsx'

/** The shape of what is coming. */
export function LoadingScreen() {
  const t = useTranslations('common')
  return (
    <main className="page stack loose" aria-busy="true">
      <h1 className="hush">{t('loading')}</h1>
      <div className="stack tight">
        <span className="bone title" />
        <span className="bone" />
      </div>
      <ul className="courses">
        {[1, 2, 3].map(card => (
          <li className="card course" key={card}>
            <div className="course-art">
              <span className="bone round" />
            </div>
            <div className="course-in">
              <span className="bone title" />
              <span className="bone" />
              <span className="bone" />
              <span className="bone button" />
            </div>
          </li>
        ))}
      </ul>
      <SlowNote />
    </main>
  )
}
