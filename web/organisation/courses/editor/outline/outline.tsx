import { memo, useCallback, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Finding } from '../../../../../contract/organisation/checking/findings.ts'
import type { AtWork, Draft } from '../../../../../contract/organisation/drafts.ts'
import type { Change } from '../../../../../contract/organisation/edits.ts'
import type { Sister } from '../../../../../contract/organisation/sister/sister.ts'
import { titleOfDraftPage } from '../../../../../contract/pages/title-of-draft-page.ts'
import { EditIcon } from '../../../../editor/edit-icon.tsx'
import { newId } from '../../../../editor/fields/new-id.ts'
import { pageForms } from '../../../../lessons/pages/forms/index.ts'
import { openPath } from '../../../../router/router.ts'
import { OrgLink } from '../../../frame/org-link.tsx'
import { editorPath } from '../../places-in-course.ts'
import { type OutlineEntry, OutlineList } from './outline-list.tsx'

type Props = {
  draft: Draft
  findings: readonly Finding[]
  atWork: readonly AtWork[]
  sister: Sister | undefined
  lessonId: string | undefined
  pageId: string | undefined
  onChange(...changes: readonly Change[]): void
  /** The author wants a new page in this lesson. */
  onAdd(lesson: string): void
}

const List = memo(OutlineList)

/** All lessons and pages, with buttons for new lessons and pages. */
export function EditorOutline({ draft, findings, atWork, sister, lessonId, pageId, onChange, onAdd }: Props) {
  const t = useTranslations('editor')
  // Another author may have deleted the open lesson.
  const here = (draft.lessons.find(({ key }) => key === lessonId) ?? draft.lessons.at(-1))?.key
  const entries = useEntries(draft)
  const { courseId } = draft
  const move = useCallback((change: Change) => onChange(change), [onChange])

  function addLesson() {
    const taken = draft.lessons.map(({ key }) => key)
    // Lesson ids are unique over all courses, so they begin with the id of the course.
    const id = newId('', taken, `${courseId.slice(0, 40)}-l`)
    const pages = [{ id: newId('', []), type: pageForms[0]?.type }]
    const value = { id, title: t('lessonNumber', { number: taken.length + 1 }), pages }
    onChange({ op: 'insert', path: ['lessons'], value, after: taken.at(-1) ?? null })
    openPath(editorPath(courseId, id))
  }

  return (
    <nav className="outline" aria-label={t('outline')}>
      <OrgLink className="outline-course" to={editorPath(courseId)} isCurrent={lessonId === undefined}>
        {t('aboutCourse')}
      </OrgLink>
      <List {...{ courseId, entries, findings, atWork, sister, lessonId, pageId }} onMove={move} onAdd={onAdd} />
      {here !== undefined && (
        <button className="btn second small" type="button" onClick={() => onAdd(here)}>
          <EditIcon name="plus" />
          {t('newPage')}
        </button>
      )}
      <button className="btn second small" type="button" onClick={addLesson}>
        <EditIcon name="plus" />
        {t('newLesson')}
      </button>
    </nav>
  )
}

/**
 * The entries of the outline. An unchanged list stays the same object, so typing elsewhere does not render it again.
 */
function useEntries({ lessons }: Draft): readonly OutlineEntry[] {
  const before = useRef<readonly OutlineEntry[]>([])
  return useMemo(() => {
    const now = lessons.flatMap(({ key: lesson, fields, pages }): OutlineEntry[] => [
      { lesson, page: undefined, type: '', title: String(fields.title ?? '') },
      ...pages.map(({ key: page, fields }) => ({
        lesson,
        page,
        type: String(fields.type),
        title: titleOfDraftPage(fields),
      })),
    ])
    const isSame = JSON.stringify(now) === JSON.stringify(before.current)
    if (!isSame) before.current = now
    return before.current
  }, [lessons])
}
