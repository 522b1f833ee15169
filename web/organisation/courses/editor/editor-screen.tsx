import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import type { Conflict } from '../../../../contract/organisation/edits.ts'
import { mediaOfDraft } from '../../../editor/draft/draft-media.ts'
import { draftValueAt } from '../../../editor/draft/draft-tree.ts'
import { useDraft } from '../../../editor/draft/use-draft.ts'
import { isSame } from '../../../editor/draft/writing.ts'
import { movedPages, pathAfter } from '../../../editor/moved-pages.ts'
import { isolated } from '../../../i18n/isolated.ts'
import { wantTexts } from '../../../i18n/texts.ts'
import { paramsIn, type Target } from '../../../router/path.ts'
import { correctPath, openPath } from '../../../router/router.ts'
import { useLocation } from '../../../router/use-location.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { useUid } from '../../../user/user.ts'
import { editorPath, placeIn } from '../places-in-course.ts'
import { useSister } from '../sister/use-sister.ts'
import { UndoBar } from '../undo-bar.tsx'
import { CopyOut } from './copy-out.tsx'
import { DraftBefore } from './draft-before.tsx'
import { CloseLink, EditorBar, MoreActs } from './editor-bar.tsx'
import { EditorBottomBar, useIsWide, useView, type View } from './editor-bottom-bar.tsx'
import { useFindings } from './findings/use-findings.ts'
import { keepFocus } from './keep-focus.ts'
import { Conflicts, EarlierTexts } from './other-authors/conflicts.tsx'
import { UnexpectedOutcomes } from './other-authors/unexpected-outcomes.tsx'
import { NewPageSheet } from './outline/new-page-sheet.tsx'
import { EditorOutline } from './outline/outline.tsx'
import { formPathOf, Pane } from './pane.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { useRemovals } from './use-removals.ts'
import './editor.css'
import './fields.css'
import '../publish/publish.css'

type Names = { courseId?: string; lessonId?: string; pageId?: string }

const PATHS = [
  '/org/courses/$courseId/edit',
  '/org/courses/$courseId/edit/$lessonId',
  '/org/courses/$courseId/edit/$lessonId/$pageId',
]

/** A course being written: its outline, the form of one page, and that page as learners see it. */
export function EditorScreen() {
  const { pathname, key } = useLocation()
  const names = (PATHS.map(path => paramsIn(path, pathname)).find(Boolean) ?? {}) as Names
  const { courseId = '', pageId } = names
  const t = useTranslations('editor')
  const { draft: opened, writing, error, save, unexpected, conflicts, atWork } = useDraft(useUid(), courseId)
  const revision = writing?.base.revision
  const findings = useFindings(courseId, writing)
  const isNamed = writing?.draft.course.sister !== undefined
  const sister = useSister({ courseId, revision, isNamed })
  const [addingTo, setAddingTo] = useState<string>()
  const { change, removals } = useRemovals(opened, writing)
  const isWide = useIsWide()
  const [view, setView] = useView(isWide, key)
  const media = useMemo(() => mediaOfDraft(opened), [opened])
  const { lessonId, formKey } = useFollowedPage(names, writing?.draft)
  useEffect(() => opened.setPosition({ lesson: lessonId, page: pageId }), [opened, lessonId, pageId])
  const panes = useRef<HTMLElement>(null)
  const form = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // On a wide screen the form scrolls by itself. Another page begins at its heading, which gets the focus.
    if (formKey) form.current?.scrollTo(0, 0)
  }, [formKey])
  const isLoaded = writing !== undefined
  useEffect(() => (isLoaded && panes.current ? keepFocus(panes.current) : undefined), [isLoaded])
  const title = String(writing?.draft.course.title ?? '')
  useEffect(() => opened.setLeaveWarning(t('onlyHere', { title: isolated(title) })), [opened, t, title])
  useEffect(() => {
    // The sheet is loaded ahead, because it is needed without a network.
    void Promise.all([import('../../../account/leaving/leave-sheet.tsx'), wantTexts('account')]).catch(() => {})
  }, [])
  if (!writing) {
    return error ? (
      <div className="editor">
        <header className="ed-bar">
          <CloseLink />
        </header>
        <LoadFailed error={error} text={t('error')} onRetry={() => void opened.refresh()} />
      </div>
    ) : (
      <LoadingScreen />
    )
  }
  const { draft } = writing
  const { lesson, page } = placeIn(draft, lessonId, pageId)
  const preview = lesson && page && (
    <PreviewPane
      {...{ draft, lesson, page, media }}
      isWhole={!isWide}
      onTurn={key => openPath(editorPath(courseId, lesson.key, key), { replace: true })}
    />
  )
  const hasPane = (one: View) => isWide || view === one

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    // Undo works on the whole draft, not on one field.
    event.preventDefault()
    if (key === 'y' || event.shiftKey) opened.redo()
    else opened.undo()
  }

  return (
    <div className="editor" onKeyDownCapture={onKeyDown}>
      <EditorBar {...{ opened, writing, isWide }} />
      <main className="ed-panes" ref={panes}>
        {!isWide && view === 'outline' && (
          <div className="more-acts">
            <MoreActs {...{ opened, writing, isWide }} />
          </div>
        )}
        {hasPane('outline') && (
          <EditorOutline
            {...{ draft, findings, atWork, sister, lessonId, pageId }}
            onChange={change}
            onAdd={setAddingTo}
          />
        )}
        {hasPane('form') && (
          <div className="sheetform" ref={form}>
            <CopyOut save={save} pending={writing.pending} />
            <DraftBefore courseId={courseId} setAside={writing.base.setAside} onBack={opened.refresh} />
            <UnexpectedOutcomes unexpected={unexpected} onSeen={opened.dismissUnexpected} />
            <Conflicts
              {...{ courseId, media }}
              conflicts={conflictsAt(conflicts, lessonId, pageId)}
              onSettled={() => void opened.refresh()}
            />
            <Pane
              {...{ opened, draft, findings, lessonId, pageId, formKey, media, sister }}
              onSister={() => void opened.refresh()}
              onChange={change}
            />
            <EarlierTexts
              media={media}
              conflicts={conflictsAt(conflicts, lessonId, pageId).filter(
                one => !isSame(draftValueAt(draft, one.path), one.other.value),
              )}
              onChange={change}
            />
          </div>
        )}
        {hasPane('preview') && (
          <aside className="side-pane" aria-label={t('preview')}>
            {preview || <p className="meta">{t('noPreview')}</p>}
          </aside>
        )}
      </main>
      {!isWide && <EditorBottomBar {...{ draft, lessonId, pageId, view }} onView={setView} onAdd={setAddingTo} />}
      {addingTo !== undefined && (
        <NewPageSheet
          {...{ draft }}
          lessonId={addingTo}
          openAt={{ lessonId, pageId }}
          onChange={change}
          onClose={() => setAddingTo(undefined)}
        />
      )}
      <UndoBar text={t('removed')} count={removals} onUndo={opened.undo} />
    </div>
  )
}

/**
 * The open page stays open when somebody moves it to another lesson: the URL follows it, and its form stays the same,
 * with the cursor and an open sheet.
 */
function useFollowedPage({ courseId = '', lessonId, pageId }: Names, draft: Draft | undefined) {
  const url = formPathOf(lessonId, pageId)
  const last = useRef({ draft, path: url, formKey: url.join('/') })
  const before = last.current
  const moved = draft && draft.courseId === before.draft?.courseId ? movedPages(before.draft, draft) : []
  const path = pathAfter(url, moved)
  const formKey = url.join('/') === before.path.join('/') ? before.formKey : url.join('/')
  const [, lesson] = path
  useLayoutEffect(() => {
    last.current = { draft, path, formKey }
    // The type of URLs has no paths below /org.
    if (lesson !== lessonId) correctPath({ to: editorPath(courseId, lesson, pageId) } as Target)
  })
  return { lessonId: lesson, formKey }
}

function conflictsAt(conflicts: readonly Conflict[], lesson: string | undefined, page: string | undefined) {
  const path = formPathOf(lesson, page)
  return conflicts.filter(conflict => path.every((key, index) => conflict.path[index] === key))
}
