import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OpenedDraft } from '../../../editor/draft/open-draft.ts'
import type { LocalDraft } from '../../../editor/draft/writing.ts'
import { EditIcon } from '../../../editor/edit-icon.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { OrgLink } from '../../frame/org-link.tsx'
import { Publishing, VersionsLink } from './publishing.tsx'
import { SaveLine } from './save-line.tsx'

type Props = { opened: OpenedDraft; writing: LocalDraft; isWide: boolean }

/**
 * The bar of the editor: the name of the course, where its text is stored, undo, and publishing. Undo and redo are
 * never `disabled`: with the last step they would lose the focus, and one more press of Enter would open what stands
 * beside.
 */
export function EditorBar({ opened, writing, isWide }: Props) {
  const t = useTranslations('editor')
  const [isAwaited, setIsAwaited] = useState(false)
  return (
    <header className="ed-bar" ref={measureBar}>
      <CloseLink />
      <div className="name">
        <h1 tabIndex={-1}>
          <bdi>{String(writing.draft.course.title ?? '')}</bdi>
        </h1>
        <SaveLine {...{ opened, isAwaited }} />
      </div>
      <button
        className="icon-btn"
        type="button"
        aria-label={t('undo')}
        aria-disabled={writing.undo.length === 0}
        onClick={opened.undo}
      >
        <EditIcon name="undo" />
      </button>
      {isWide && <MoreActs {...{ opened, writing, isWide }} />}
      <Publishing {...{ opened, writing }} onWait={setIsAwaited} />
    </header>
  )
}

/** Leads back to all courses. The editor does not have the frame of the other screens, with its navigation. */
export function CloseLink() {
  const t = useTranslations('editor')
  return (
    <OrgLink className="icon-btn" to="/org/courses" aria-label={t('close')}>
      <Icon name="close" />
    </OrgLink>
  )
}

/** Redo and the link to the versions. They are in the bar if there is room, otherwise above the outline. */
export function MoreActs({ opened, writing, isWide }: Props) {
  const t = useTranslations('editor')
  return (
    <>
      <button
        className={isWide ? 'icon-btn' : 'btn quiet small'}
        type="button"
        {...(isWide && { 'aria-label': t('redo') })}
        aria-disabled={writing.redo.length === 0}
        onClick={opened.redo}
      >
        <EditIcon name="redo" />
        {!isWide && t('redo')}
      </button>
      <VersionsLink courseId={opened.courseId} />
    </>
  )
}

/** Tells the styles the height of the bar, which has more rows with large letters. Buttons of a text stay below it. */
function measureBar(bar: HTMLElement | null) {
  if (!bar) return
  const observer = new ResizeObserver(() =>
    bar.parentElement?.style.setProperty('--bar-height', `${bar.offsetHeight}px`),
  )
  observer.observe(bar)
  return () => observer.disconnect()
}
