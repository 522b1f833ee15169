import { useTranslations } from 'use-intl'
import type { AskedPage } from '../outbox/message-item.ts'
import { Icon } from '../ui/icon.tsx'

/** The page that the next message will be about. */
export function AboutChip({ about, onDrop }: { about: AskedPage; onDrop(): void }) {
  const t = useTranslations()
  return (
    <div className="about chip-about">
      <div className="grow">
        <small>{t('messages.aboutPage', { lesson: about.lessonNumber, page: about.pageNumber })}</small>
        <b dir="auto">{about.pageTitle}</b>
      </div>
      <button className="icon-btn" type="button" aria-label={t('messages.dropAbout')} onClick={onDrop}>
        <Icon name="close" />
      </button>
    </div>
  )
}
