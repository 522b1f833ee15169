import { useTranslations } from 'use-intl'
import { SlowNote } from './slow-note.tsx'

export function LoadingScreen() {
  const t = useTranslations('common')
  return (
    <main className="page stack loose" aria-busy="true">
      <h1 className="visually-hidden">{t('loading')}</h1>
      <div className="stack tight">
        <span className="skeleton title" />
        <span className="skeleton" />
      </div>
      <ul className="courses">
        {[1, 2, 3].map(card => (
          <li className="card course" key={card}>
            <div className="course-art">
              <span className="skeleton round" />
            </div>
            <div className="course-in">
              <span className="skeleton title" />
              <span className="skeleton" />
              <span className="skeleton" />
              <span className="skeleton button" />
            </div>
          </li>
        ))}
      </ul>
      <SlowNote />
    </main>
  )
}
