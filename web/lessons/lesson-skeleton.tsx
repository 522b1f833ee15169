import { useTranslations } from 'use-intl'
import { languages } from '../../contract/languages.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

/** A lesson before its code is loaded. first-words.ts writes the words of the page into it. */
export function LessonSkeleton() {
  const t = useTranslations()
  const { language } = useLanguage()
  return (
    <div className="lesson">
      <header className="bar">
        <div className="bar-in">
          <span className="icon-btn">
            <Icon name="close" />
          </span>
          <div className="lesson-progress" />
          <span className="icon-btn">
            <Icon name="menu" />
          </span>
        </div>
      </header>
      <main
        className="page narrow stack loose lesson-page"
        aria-busy="true"
        data-locale={languages[language].locale}
        data-next={t('lesson.next')}
      >
        <h1 className="visually-hidden">{t('common.loading')}</h1>
        <PageSkeleton />
      </main>
    </div>
  )
}
