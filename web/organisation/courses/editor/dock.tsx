import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import { EditIcon } from '../../../editor/edit-icon.tsx'
import { open } from '../../../router/router.ts'
import { Icon } from '../../../ui/icon.tsx'
import { editorPath, pathsOf, placeIn } from '../places-in-course.ts'

/** The views of a phone, one at a time. */
export type View = 'form' | 'outline' | 'preview'

/** Outline, form and preview have room beside each other. */
const WIDE = '(min-width: 1100px)'

export function useIsWide(): boolean {
  return useSyncExternalStore(watch, () => query().matches)
}

let known: MediaQueryList | undefined

/** Making it takes longer than reading it, and it is read at each key. */
function query(): MediaQueryList {
  known ??= matchMedia(WIDE)
  return known
}

function watch(listener: () => void): () => void {
  query().addEventListener('change', listener)
  return () => query().removeEventListener('change', listener)
}

type DockProps = {
  draft: Draft
  lessonId: string | undefined
  pageId: string | undefined
  view: View
  onView(view: View): void
}

/** Below the form on a phone: what comes before and after in the outline, the outline and the preview. */
export function Dock({ draft, lessonId, pageId, view, onView }: DockProps) {
  const t = useTranslations('editor')
  const { lesson, page } = placeIn(draft, lessonId, pageId)
  const pages = lesson?.pages ?? []
  const at = page ? pages.indexOf(page) : -1
  const paths = pathsOf(draft)
  const here = paths.indexOf(editorPath(draft.courseId, lesson?.key, page?.key))
  const [before, after] = [paths[here - 1], paths[here + 1]]
  return (
    <div className="dock ed">
      <button
        className="icon-btn"
        type="button"
        aria-label={t('previous')}
        disabled={!before}
        onClick={() => before && open(before)}
      >
        <Icon name="back" />
      </button>
      <button
        className="btn second small two-lines"
        type="button"
        aria-pressed={view === 'outline'}
        onClick={() => onView(view === 'outline' ? 'form' : 'outline')}
      >
        <EditIcon name="bullets" />
        <span>
          {t('outlineShort')}
          {page && <small>{t('pageOf', { page: at + 1, total: pages.length })}</small>}
        </span>
      </button>
      <button
        className="btn small"
        type="button"
        aria-pressed={view === 'preview'}
        onClick={() => onView(view === 'preview' ? 'form' : 'preview')}
      >
        {view === 'preview' ? <EditIcon name="pen" /> : <Icon name="eye" />}
        {t(view === 'preview' ? 'write' : 'preview')}
      </button>
      <button
        className="icon-btn"
        type="button"
        aria-label={t('next')}
        disabled={!after}
        onClick={() => after && open(after)}
      >
        <Icon name="forward" />
      </button>
    </div>
  )
}
