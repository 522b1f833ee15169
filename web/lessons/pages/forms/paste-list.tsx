import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type FieldChange, type groupsIn, usePageForm } from '../../../editor/fields/form-context.ts'
import { newId } from '../../../editor/fields/new-id.ts'
import { listedAnswers, replacedByList } from '../../../editor/fields/paste-list.ts'
import { TextArea } from '../../../editor/text-area.tsx'

type Props = {
  answers: ReturnType<typeof groupsIn>
  least: number
  most: number
  hasRight: boolean
  hasFeedback: boolean
  /** Called with the id of the last new answer, if there is one. */
  onDone(last?: string): void
}

/** Lines that become answers, in the place of empty ones. */
export function PasteList({ answers, least, most, hasRight, hasFeedback, onDone }: Props) {
  const t = useTranslations('editor')
  const { language, change, chosen } = usePageForm()
  const [text, setText] = useState('')
  const found = listedAnswers(text, { hasRight, hasFeedback })
  // An answer that learners chose stays, even if its text was just deleted.
  const chosenIds = new Set((chosen?.answers ?? []).map(({ id }) => id))
  const replaced = replacedByList(answers, { least, added: found.length }).filter(key => !chosenIds.has(key))
  const fitting = found.slice(0, most - answers.length + replaced.length)

  function add() {
    const taken = answers.map(({ key }) => key)
    const changes = fitting.map(({ text, isCorrect, feedback }): FieldChange => {
      const id = newId(text, taken, 'a')
      const after = taken.at(-1) ?? null
      taken.push(id)
      const more = { ...(isCorrect ? { isCorrect } : {}), ...(feedback ? { feedback } : {}) }
      return { op: 'insert', path: ['options', 'answers'], value: { id, text, ...more }, after }
    })
    change(...changes, ...replaced.map((key): FieldChange => ({ op: 'remove', path: ['options', 'answers', key] })))
    onDone(taken.at(-1))
  }

  return (
    <div className="card stack">
      <p className="meta" id="paste-hint">
        {hasRight && t('pasteRightHint')}
        {!hasRight && t(hasFeedback ? 'pasteFeedbackHint' : 'pasteHint')}
      </p>
      <TextArea
        className="input"
        // It opens because its author wants to write here.
        autoFocus
        rows={4}
        language={language}
        aria-label={t('pasteList')}
        aria-describedby="paste-hint"
        value={text}
        onChange={setText}
      />
      {found.length > fitting.length && <p className="error-text">{t('most', { most })}</p>}
      <div className="row wrap">
        <button className="btn small" type="button" disabled={fitting.length === 0} onClick={add}>
          {t('addCount', { count: fitting.length })}
        </button>
        <button className="btn quiet small" type="button" onClick={() => onDone()}>
          {t('cancel')}
        </button>
      </div>
    </div>
  )
}
