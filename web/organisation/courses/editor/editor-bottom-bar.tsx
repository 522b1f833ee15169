import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import { EditIcon } from '../../../editor/edit-icon.tsx'
import { openPath } from '../../../router/router.ts'
import { Icon } from '../../../ui/icon.tsx'
import { editorPath, pathsOf, placeIn } from '../places-in-course.ts'

/** The views of a phone, one at a time. */
export type View = 'form' | 'outline' | 'preview'

/** Outline, form and preview have room beside each other. In `em`, because larger letters need more room. */
const WIDE = '(min-width: 68.75em)'

export function useIsWide(): boolean {
  return useSyncExternalStore(watch, () => query().matches)
}

let known: MediaQueryList | undefined

/** The query is kept, because making it takes longer than reading it, and it is read at each key. */
function query(): MediaQueryList {
  known ??= matchMedia(WIDE)
  return known
}

function watch(listener: () => void): () => void {
  query().addEventListener('change', listener)
  return () => query().removeEventListener('change', listener)
}

/**
 * The view of a phone. The outline begins at the open page. The form begins where its author left it.
 */
export function useView(isWide: boolean, place: string): [View, (view: View) => void] {
  const [view, setView] = useState<View>('form')
  const last = useRef(view)
  const left = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each place, which begins with its form.
  useEffect(() => {
    left.current = 0
    setView('form')
  }, [place])

  useEffect(() => {
    if (last.current === view) return
    last.current = view
    if (isWide) return
    // A formatted text has its height one frame later.
    const frame = requestAnimationFrame(() => {
      scrollTo(0, view === 'form' ? left.current : 0)
      if (view === 'outline') document.querySelector('.outline [aria-current]')?.scrollIntoView({ block: 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [view, isWide])

  return [
    view,
    next => {
      if (view === 'form') left.current = scrollY
      setView(next)
    },
  ]
}

type Props = {
  draft: Draft
  lessonId: string | undefined
  pageId: string | undefined
  view: View
  onView(view: View): void
  /** The author wants a new page in this lesson. */
  onAdd(lesson: string): void
}

/** The bar below the form on a phone: buttons for the previous and the next form, the outline and the preview. */
export function EditorBottomBar({ draft, lessonId, pageId, view, onView, onAdd }: Props) {
  const t = useTranslations('editor')
  const { lesson, page } = placeIn(draft, lessonId, pageId)
  const pages = lesson?.pages ?? []
  const at = page ? pages.indexOf(page) : -1
  const paths = pathsOf(draft)
  const here = paths.indexOf(editorPath(draft.courseId, lesson?.key, page?.key))
  const [before, after] = [paths[here - 1], paths[here + 1]]
  return (
    <div className="ed-bottom">
      <button
        className="icon-btn"
        type="button"
        aria-label={t('previous')}
        disabled={!before}
        onClick={() => before && openPath(before)}
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
      {after || !lesson ? (
        <button
          className="icon-btn"
          type="button"
          aria-label={t('next')}
          disabled={!after}
          onClick={() => after && openPath(after)}
        >
          <Icon name="forward" />
        </button>
      ) : (
        <button className="icon-btn" type="button" aria-label={t('newPage')} onClick={() => onAdd(lesson.key)}>
          <EditIcon name="plus" />
        </button>
      )}
    </div>
  )
}
