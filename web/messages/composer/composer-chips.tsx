import { useTranslations } from 'use-intl'
import type { AskedPage } from '../../outbox/items/message-item.ts'
import { Icon } from '../../ui/icon.tsx'

/** The saved replies. A press puts one into the box. */
export function SavedReplyChips({ replies, onTake }: { replies: readonly string[]; onTake(reply: string): void }) {
  const t = useTranslations('messages')
  return (
    <ul className="saved-replies" aria-label={t('savedReplies')}>
      {replies.map(reply => (
        <li key={reply}>
          <button type="button" dir="auto" onClick={() => onTake(reply)}>
            {reply}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The page that the next message is about. */
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
