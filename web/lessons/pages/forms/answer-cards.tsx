import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { EditIcon } from '../../../editor/edit-icon.tsx'
import { ChoiceCountNote, choiceCountText } from '../../../editor/fields/choice-count-note.tsx'
import { type FieldPath, fieldText, groupsIn, usePageForm } from '../../../editor/fields/form-context.ts'
import { newId } from '../../../editor/fields/new-id.ts'
import { OrderedList } from '../../../editor/fields/ordered-list.tsx'
import { FieldError } from '../../../ui/fields/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { AnswerFields } from './answer-fields.tsx'
import { PasteList } from './paste-list.tsx'

type Props = {
  label: string
  hint?: string
  least: number
  most: number
  /** Whether each answer has a circle that marks it as right. */
  hasRight?: boolean
  hasFeedback?: boolean
  addText: string
  /** More fields of an answer. */
  more?(path: FieldPath): ReactNode
}

const LIST = ['options', 'answers'] as const

/** The answers of a page: each with its text and its feedback. */
export function AnswerCards({ label, hint, least, most, hasRight = false, hasFeedback = false, addText, more }: Props) {
  const t = useTranslations('editor')
  const { read, change, problemAt, chosen } = usePageForm()
  const answers = groupsIn(read(LIST))
  const keys = answers.map(({ key }) => key)
  const list = useRef<HTMLFieldSetElement>(null)
  const pasting = useRef<HTMLButtonElement>(null)
  const [focused, setFocused] = useState<string>()
  const [isPasting, setIsPasting] = useState(false)
  /** The answer that learners chose and the author wants to delete. */
  const [leaving, setLeaving] = useState<string>()
  const [kept, setKept] = useState<Record<string, string>>({})
  const isFull = answers.length >= most
  const error = problemAt(LIST)

  useEffect(() => {
    if (focused === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(focused)}"] textarea`)?.focus()
    setFocused(undefined)
  }, [focused])

  function add(after: string | null) {
    if (isFull) return
    const id = newId('', keys, 'a')
    change({ op: 'insert', path: LIST, value: { id, text: '' }, after })
    setFocused(id)
  }

  function remove(key: string) {
    const at = keys.indexOf(key)
    setLeaving(undefined)
    change({ op: 'remove', path: [...LIST, key] })
    setFocused(keys[at - 1] ?? keys[at + 1])
  }

  /** Gives the answer a new id, which nobody has chosen. */
  function replace(key: string) {
    const { key: _, ...group } = answers.find(one => one.key === key) ?? { key }
    const id = newId('', [...keys, ...(chosen?.answers ?? []).map(answer => answer.id)], 'a')
    change(
      { op: 'remove', path: [...LIST, key] },
      { op: 'insert', path: LIST, value: { ...group, id }, after: keys[keys.indexOf(key) - 1] ?? null },
    )
    setFocused(id)
  }

  return (
    <fieldset className="stack answers" ref={list}>
      <legend>
        {label} {hint && <span className="opt">{hint}</span>}
      </legend>
      <OrderedList
        keys={keys}
        label={label}
        nameOf={key =>
          fieldText(answers.find(one => one.key === key)?.text) || t('answer', { number: keys.indexOf(key) + 1 })
        }
        onMove={(key, after) => change({ op: 'move', path: [...LIST, key], after })}
      >
        {(key, handle) => (
          <AnswerFields
            path={[...LIST, key]}
            number={keys.indexOf(key) + 1}
            handle={handle}
            hasRight={hasRight}
            hasFeedback={hasFeedback}
            onRemove={
              answers.length > least
                ? () => (choiceCountText(chosen, key) === undefined ? remove(key) : setLeaving(key))
                : undefined
            }
            onEnter={() => add(key)}
          >
            <ChoiceCountNote
              answerKey={key}
              isLeaving={leaving === key}
              kept={kept[key]}
              onKeep={text => {
                if (leaving !== key) setKept({ ...kept, [key]: text })
                setLeaving(undefined)
                setFocused(key)
              }}
              onRemove={({ asNew }) => (asNew ? replace(key) : remove(key))}
            />
            {more?.([...LIST, key])}
          </AnswerFields>
        )}
      </OrderedList>
      {hasRight && answers.every(({ isCorrect }) => isCorrect !== true) && <p className="meta">{t('anyWillDo')}</p>}
      <FieldError id="answers" error={error} />
      <div className="row wrap">
        <button className="btn second small" type="button" disabled={isFull} onClick={() => add(keys.at(-1) ?? null)}>
          <EditIcon name="plus" />
          {addText}
        </button>
        <button
          className="btn quiet small"
          type="button"
          ref={pasting}
          disabled={isFull}
          onClick={() => setIsPasting(!isPasting)}
        >
          <Icon name="copy" />
          {t('pasteList')}
        </button>
      </div>
      {isFull && <p className="meta">{t('most', { most })}</p>}
      {isPasting && (
        <PasteList
          {...{ answers, least, most, hasRight, hasFeedback }}
          onDone={last => {
            setIsPasting(false)
            if (last === undefined) pasting.current?.focus()
            else setFocused(last)
          }}
        />
      )}
    </fieldset>
  )
}
