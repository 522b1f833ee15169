import { useTranslations } from 'use-intl'
import { OutboxNote } from '../messages/outbox-lists/outbox-note.tsx'
import { Link } from '../router/link.tsx'
import { Icon } from '../ui/icon.tsx'
import { MenuButton } from '../ui/menu.tsx'
import { PendingLine } from '../ui/pending-line.tsx'

type Props = { courseId: string; pageNumber?: number; total?: number }

/** The top bar of a lesson: close, progress and menu. */
export function LessonBar({ courseId, pageNumber: page = 0, total = 0 }: Props) {
  const t = useTranslations()
  return (
    <header className="bar">
      <div className="bar-in">
        <Link className="icon-btn" to="/courses/$courseId" params={{ courseId }} aria-label={t('header.backToCourse')}>
          <Icon name="close" />
        </Link>
        <div className="lesson-progress">
          {total > 0 && (
            <>
              <progress
                className="progress"
                max={total}
                value={page}
                aria-label={t('lesson.pageOf', { page, total })}
              />
              <span aria-hidden="true">{t('lesson.position', { page, total })}</span>
            </>
          )}
        </div>
        <MenuButton />
      </div>
      <PendingLine />
      <OutboxNote />
    </header>
  )
}
