import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FilmNotes } from '../../../../contract/films.ts'
import type { Draft, DraftLesson, DraftPage } from '../../../../contract/organisation/drafts.ts'
import type { Change } from '../../../../contract/organisation/edits.ts'
import type { Answer } from '../../../../contract/pages/answer.ts'
import type { OptionName } from '../../../../contract/pages/index.ts'
import type { Blank } from '../../../../contract/pages/match-blanks.ts'
import { type Group, isGroup } from '../../../editor/draft/draft-tree.ts'
import type { OpenedDraft } from '../../../editor/draft/open-draft.ts'
import { EditIcon } from '../../../editor/edit-icon.tsx'
import { newId } from '../../../editor/fields/new-id.ts'
import { convertedOptions } from '../../../lessons/pages/forms/change-type.ts'
import { pageFormOf } from '../../../lessons/pages/forms/index.ts'
import type { PageForm } from '../../../lessons/pages/forms/page-form.ts'
import { openPath } from '../../../router/router.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { editorPath, placeIn } from '../places-in-course.ts'
import { copiedPage } from './lesson/copied-lesson.ts'
import { TypeChoice } from './type-choice.tsx'

type Props = {
  opened: OpenedDraft
  draft: Draft
  lesson: DraftLesson
  page: DraftPage
  onChange(...changes: readonly Change[]): void
}

/** The type of the page, and actions on the whole page. */
export function KindBar({ opened, draft, lesson, page, onChange }: Props) {
  const t = useTranslations('editor')
  const [isChoosing, setIsChoosing] = useState(false)
  const form = pageFormOf(page.fields.type)
  const list = ['lessons', lesson.key, 'pages']
  const keys = lesson.pages.map(({ key }) => key)

  function duplicate() {
    const { draft: now = draft } = opened.get().writing ?? {}
    const { lesson: lessonNow = lesson, page: pageNow = page } = placeIn(now, lesson.key, page.key)
    const { id, changes } = copiedPage(pageNow, { lesson: lessonNow, files: now.files })
    onChange(...changes)
    openPath(editorPath(draft.courseId, lesson.key, id))
  }

  function remove() {
    const at = keys.indexOf(page.key)
    onChange({ op: 'remove', path: [...list, page.key] })
    openPath(editorPath(draft.courseId, lesson.key, keys[at + 1] ?? keys[at - 1]), { replace: true })
  }

  return (
    <div className="kind">
      <h2 tabIndex={-1} data-heading="">
        <EditIcon name={form?.icon ?? 'text'} />
        {form ? t(`type.${form.type}.name`) : t('unknownType')}
      </h2>
      <button className="btn quiet small" type="button" onClick={() => setIsChoosing(true)}>
        {t('changeType')}
      </button>
      <button
        className="icon-btn"
        type="button"
        aria-label={t('duplicatePage')}
        onClick={() => opened.saveFieldsBefore(duplicate)}
      >
        <Icon name="copy" />
      </button>
      <button
        className="icon-btn"
        type="button"
        aria-label={t('removePage')}
        onClick={() => opened.saveFieldsBefore(remove)}
      >
        <Icon name="bin" />
      </button>
      {isChoosing && (
        <ChangeType page={page} path={[...list, page.key]} onChange={onChange} onClose={() => setIsChoosing(false)} />
      )}
    </div>
  )
}

/** The fields of an answer that a change of type can take away. */
type AnswerField = Exclude<keyof Answer | keyof Blank, 'id' | 'text' | 'correctOrder' | keyof FilmNotes>

type ChangeProps = { page: DraftPage; path: readonly string[]; onChange: Props['onChange']; onClose(): void }

/** Says what would be lost before the type changes. Undo brings all of it back. */
function ChangeType({ page, path, onChange, onClose }: ChangeProps) {
  const t = useTranslations('editor')
  const [chosen, setChosen] = useState<PageForm>()
  const from = pageFormOf(page.fields.type)
  const options = isGroup(page.fields.options) ? page.fields.options : undefined
  const converted = from && chosen && convertedOptions(from, chosen, options, () => newId('', [], 'a'))
  const { fields = [], answers = 0 } = converted?.lost ?? {}

  function change(to: PageForm, next: Group | undefined) {
    const set = (name: string, value: unknown): Change => {
      const field = [...path, name]
      return { op: 'set', path: field, from: page.fields[name], to: value }
    }
    onChange(set('type', to.type), set('options', next))
    onClose()
  }

  function lost(field: string) {
    const option = `option.${field as OptionName}.lost` as const
    const ofAnswer = `field.${field as AnswerField}` as const
    if (t.has(option)) return t(option)
    return t.has(ofAnswer) ? t(ofAnswer) : field
  }

  function choose(to: PageForm) {
    if (!from || to === from) return onClose()
    const next = convertedOptions(from, to, options, () => newId('', [], 'a'))
    if (next.lost.fields.length === 0 && next.lost.answers === 0) return change(to, next.options)
    setChosen(to)
  }

  return (
    <Sheet title={t('changeType')} onClose={onClose}>
      {chosen && converted ? (
        <>
          <p>{t('losesLead', { type: t(`type.${chosen.type}.name`) })}</p>
          <ul className="plain-list">
            {answers > 0 && <li>{t('losesAnswers', { count: answers })}</li>}
            {fields.map(field => (
              <li key={field}>{lost(field)}</li>
            ))}
          </ul>
          <p className="meta">{t('losesUndo')}</p>
          <button className="btn" type="button" onClick={() => change(chosen, converted.options)}>
            {t('changeType')}
          </button>
        </>
      ) : (
        <TypeChoice current={page.fields.type} onChoose={choose} />
      )}
    </Sheet>
  )
}
