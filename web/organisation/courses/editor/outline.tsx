import { memo, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AtWork, Draft, Finding } from '../../../../contract/organisation/drafts.ts'
import type { Change } from '../../../../contract/organisation/edits.ts'
import type { Sister } from '../../../../contract/organisation/sister/sister.ts'
import { EditIcon } from '../../../editor/edit-icon.tsx'
import { newId } from '../../../editor/fields/new-id.ts'
import { pageForms } from '../../../lessons/pages/forms/index.ts'
import type { PageForm } from '../../../lessons/pages/forms/page-form.ts'
import { open } from '../../../router/router.ts'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { OrgLink } from '../../frame/org-link.tsx'
import { editorPath, titleOfDraftPage } from '../places-in-course.ts'
import { type OutlineEntry, OutlineList } from './outline-list.tsx'
import { TypeChoice } from './type-choice.tsx'

type Props = {
  draft: Draft
  findings: readonly Finding[]
  atWork: readonly AtWork[]
  sister: Sister | undefined
  lessonId: string | undefined
  pageId: string | undefined
  onChange(...changes: readonly Change[]): void
}

const List = memo(OutlineList)

/** All lessons and pages. New ones are made here. */
export function EditorOutline({ draft, findings, atWork, sister, lessonId, pageId, onChange }: Props) {
  const t = useTranslations('editor')
  const [addingTo, setAddingTo] = useState<string>()
  const entries = useEntries(draft)
  const { courseId } = draft
  const move = useCallback((change: Change) => onChange(change), [onChange])

  function addPage(form: PageForm) {
    const lesson = draft.lessons.find(({ key }) => key === addingTo)
    setAddingTo(undefined)
    if (!lesson) return
    const keys = lesson.pages.map(({ key }) => key)
    const id = newId('', keys)
    const answers: string[] = []
    const options = form.fresh(() => {
      answers.push(newId('', answers, 'a'))
      return answers.at(-1) as string
    })
    const isHere = lessonId === lesson.key && keys.includes(pageId ?? '')
    const value = { id, type: form.type, ...(options ? { options } : {}) }
    const after = (isHere ? pageId : keys.at(-1)) ?? null
    onChange({ op: 'insert', path: ['lessons', lesson.key, 'pages'], value, after })
    open(editorPath(courseId, lesson.key, id))
  }

  function addLesson() {
    const taken = draft.lessons.map(({ key }) => key)
    // Lesson ids are unique over all courses, so they begin with the id of the course.
    const id = newId('', taken, `${courseId.slice(0, 40)}-l`)
    const pages = [{ id: newId('', []), type: pageForms[0]?.type }]
    const value = { id, title: t('lessonNumber', { number: taken.length + 1 }), pages }
    onChange({ op: 'insert', path: ['lessons'], value, after: taken.at(-1) ?? null })
    open(editorPath(courseId, id))
  }

  return (
    <nav className="outline" aria-label={t('outline')}>
      <OrgLink className="outline-course" to={editorPath(courseId)} isCurrent={lessonId === undefined}>
        {t('aboutCourse')}
      </OrgLink>
      <List {...{ courseId, entries, findings, atWork, sister, lessonId, pageId }} onMove={move} onAdd={setAddingTo} />
      <button className="btn second small" type="button" onClick={addLesson}>
        <EditIcon name="plus" />
        {t('newLesson')}
      </button>
      {addingTo !== undefined && (
        <Sheet title={t('newPage')} onClose={() => setAddingTo(undefined)}>
          <TypeChoice onChoose={addPage} />
        </Sheet>
      )}
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
