import { useTranslations } from 'use-intl'
import { Illustration } from '../ui/illustration.tsx'

/** The learner has no mentor yet: a kind text, and no button that would not work. */
export function NoMentor() {
  const t = useTranslations('messages')
  return (
    <main className="chat">
      <div className="conversation">
        <div className="conversation-in">
          <div className="stack center welcome">
            <Illustration tone="light" at={0} />
            <h1 tabIndex={-1}>{t('noMentor')}</h1>
            <p>{t('noMentorText')}</p>
          </div>
        </div>
      </div>
      <footer className="composer">
        <form inert>
          <textarea className="input" rows={1} aria-label={t('yourMessage')} placeholder={t('placeholder')} disabled />
        </form>
      </footer>
    </main>
  )
}
