import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { EditIcon } from '../../../editor/edit-icon.tsx'
import { type FieldChange, fieldText, groupsIn, usePageForm } from '../../../editor/fields/form-context.ts'
import { newId } from '../../../editor/fields/new-id.ts'
import { OrderedList } from '../../../editor/fields/ordered-list.tsx'
import { PageText } from '../../../editor/fields/page-text.tsx'
import { TextArea } from '../../../editor/text-area.tsx'
import { FieldError } from '../../../ui/fields/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { AnswerCards } from './answer-cards.tsx'
import type { PageForm } from './page-form.ts'

const BLANKS = ['options', 'blanks'] as const
const MOST = 12

export const matchBlanks: PageForm = {
  type: 'match-blanks',
  icon: 'places',
  options: ['blanks', 'answers'],
  answers: { list: 'blanks', fields: ['correctOrder', 'prompt'], most: MOST },
  hasHint: true,
  fresh: newId => ({ blanks: [1, 2].map(correctOrder => ({ id: newId(), text: '', correctOrder })) }),
  Form() {
    const t = useTranslations('editor')
    return (
      <>
        <PageText path={['textContent']} label={t('question')} beginsWithHeading />
        <Blanks />
        <AnswerCards label={t('extraWords')} hint={t('extraWordsHint')} least={0} most={MOST} addText={t('addWord')} />
      </>
    )
  },
}

/** The words in the order of their places. `correctOrder` of a word is its place, from 1. */
function Blanks() {
  const t = useTranslations('editor')
  const { read, change, problemAt } = usePageForm()
  const blanks = groupsIn(read(BLANKS)).sort((a, b) => Number(a.correctOrder) - Number(b.correctOrder))
  const keys = blanks.map(({ key }) => key)
  const isFull = blanks.length >= MOST
  const list = useRef<HTMLFieldSetElement>(null)
  const [added, setAdded] = useState<string>()

  useEffect(() => {
    if (added === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(added)}"] textarea`)?.focus()
    setAdded(undefined)
  }, [added])

  /** The changes that number the places 1, 2, 3 in this order. */
  function numbered(order: readonly string[]): FieldChange[] {
    return order.flatMap((key, index): FieldChange[] => {
      const present = blanks.find(one => one.key === key)?.correctOrder
      return present === index + 1 ? [] : [{ op: 'set', path: [...BLANKS, key, 'correctOrder'], to: index + 1 }]
    })
  }

  function move(key: string, after: string | null) {
    const others = keys.filter(other => other !== key)
    const at = after === null ? 0 : others.indexOf(after) + 1
    change(...numbered([...others.slice(0, at), key, ...others.slice(at)]))
  }

  function add() {
    const all = [...keys, ...groupsIn(read(['options', 'answers'])).map(({ key }) => key)]
    const value = { id: newId('', all, 'w'), text: '', correctOrder: blanks.length + 1 }
    const last = groupsIn(read(BLANKS)).at(-1)?.key ?? null
    change({ op: 'insert', path: BLANKS, value, after: last })
    setAdded(value.id)
  }

  function remove(key: string) {
    change({ op: 'remove', path: [...BLANKS, key] }, ...numbered(keys.filter(other => other !== key)))
  }

  return (
    <fieldset className="stack answers" ref={list}>
      <legend>
        {t('places')} <span className="opt">{t('placesHint')}</span>
      </legend>
      <OrderedList
        keys={keys}
        label={t('places')}
        nameOf={key =>
          fieldText(blanks.find(one => one.key === key)?.text) || t('place', { number: keys.indexOf(key) + 1 })
        }
        onMove={move}
      >
        {(key, handle) => (
          <BlankCard
            blankKey={key}
            number={keys.indexOf(key) + 1}
            handle={handle}
            onRemove={blanks.length > 2 ? () => remove(key) : undefined}
          />
        )}
      </OrderedList>
      <FieldError id="blanks" error={problemAt(BLANKS)} />
      <div className="row wrap">
        <button className="btn second small" type="button" disabled={isFull} onClick={add}>
          <EditIcon name="plus" />
          {t('addPlace')}
        </button>
      </div>
      {isFull && <p className="meta">{t('most', { most: MOST })}</p>}
    </fieldset>
  )
}

type CardProps = { blankKey: string; number: number; handle: ReactNode; onRemove: (() => void) | undefined }

function BlankCard({ blankKey, number, handle, onRemove }: CardProps) {
  const t = useTranslations('editor')
  const format = useFormatter()
  const { language, read, change, problemAt } = usePageForm()
  const path = [...BLANKS, blankKey]
  const [hasBar, setHasBar] = useState(false)
  const error = hasBar ? t('noBar') : problemAt([...path, 'text'])
  const id = `blank-${blankKey}`
  return (
    <div className="choice-edit">
      <div className="row">
        <span className="mark" aria-hidden="true">
          {format.number(number)}
        </span>
        <TextArea
          className="txt plain"
          language={language}
          isOneLine
          aria-label={t('promptOf', { number })}
          placeholder={t('prompt')}
          value={fieldText(read([...path, 'prompt']))}
          onChange={text => change({ op: 'set', path: [...path, 'prompt'], to: text === '' ? undefined : text })}
        />
        {handle}
      </div>
      <div className="fb">
        <TextArea
          className="blank-word"
          language={language}
          isOneLine
          aria-label={t('wordOf', { number })}
          aria-describedby={error ? `${id}-error` : undefined}
          placeholder={t('word')}
          value={fieldText(read([...path, 'text']))}
          onChange={text => {
            setHasBar(text.includes('|'))
            change({ op: 'set', path: [...path, 'text'], to: text.replaceAll('|', '') })
          }}
        />
        {onRemove && (
          <button className="icon-btn" type="button" aria-label={t('removePlace', { number })} onClick={onRemove}>
            <Icon name="bin" />
          </button>
        )}
      </div>
      <FieldError id={id} error={error} />
    </div>
  )
}
