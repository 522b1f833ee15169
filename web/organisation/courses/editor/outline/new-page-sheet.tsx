import { useTranslations } from 'use-intl'
import type { Draft } from '../../../../../contract/organisation/drafts.ts'
import type { Change } from '../../../../../contract/organisation/edits.ts'
import { newId } from '../../../../editor/fields/new-id.ts'
import type { PageForm } from '../../../../lessons/pages/forms/page-form.ts'
import { openPath } from '../../../../router/router.ts'
import { Sheet } from '../../../../ui/sheet/sheet.tsx'
import { editorPath, type OpenPlace, pageBeforeNew } from '../../places-in-course.ts'
import { TypeChoice } from '../type-choice.tsx'

type Props = {
  draft: Draft
  lessonId: string
  /** The lesson and page that are open. */
  openAt: OpenPlace
  onChange(...changes: readonly Change[]): void
  onClose(): void
}

/** Asks for the type of a new page, adds it and opens it. */
export function NewPageSheet({ draft, lessonId, openAt, onChange, onClose }: Props) {
  const t = useTranslations('editor')

  function add(form: PageForm) {
    onClose()
    const lesson = draft.lessons.find(({ key }) => key === lessonId)
    if (!lesson) return
    const keys = lesson.pages.map(({ key }) => key)
    const id = newId('', keys)
    const answers: string[] = []
    const options = form.fresh(() => {
      answers.push(newId('', answers, 'a'))
      return answers.at(-1) as string
    })
    const value = { id, type: form.type, ...(options ? { options } : {}) }
    const after = pageBeforeNew(lesson, openAt)
    onChange({ op: 'insert', path: ['lessons', lesson.key, 'pages'], value, after })
    openPath(editorPath(draft.courseId, lesson.key, id))
  }

  return (
    <Sheet title={t('newPage')} onClose={onClose}>
      <TypeChoice onChoose={add} />
    </Sheet>
  )
}
