import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { EditIcon } from '../../../editor/edit-icon.tsx'
import { type FieldPath, fieldText, usePageForm } from '../../../editor/fields/form-context.ts'
import { TextArea } from '../../../editor/text-area.tsx'
import { FieldError } from '../../../ui/fields/field.tsx'
import { Icon } from '../../../ui/icon.tsx'

type Props = {
  path: FieldPath
  number: number
  handle: ReactNode
  hasRight: boolean
  hasFeedback: boolean
  onRemove: (() => void) | undefined
  onEnter(): void
  children: ReactNode
}

/** One answer: its text, whether it is right, and its feedback. */
export function AnswerFields({ path, number, handle, hasRight, hasFeedback, onRemove, onEnter, children }: Props) {
  const t = useTranslations('editor')
  const { language, read, change, problemAt } = usePageForm()
  const [hasBar, setHasBar] = useState(false)
  const isRight = read([...path, 'isCorrect']) === true
  const id = `answer-${path.at(-1)}`
  const error = hasBar ? t('noBar') : (problemAt([...path, 'text']) ?? problemAt(path))
  const set = (name: string, to: unknown) => change({ op: 'set', path: [...path, name], to })
  return (
    <div className={hasRight && isRight ? 'choice-edit ok' : 'choice-edit'}>
      <div className="row">
        {hasRight && (
          <label className="mark">
            <input
              type="checkbox"
              aria-label={t('rightAnswer', { number })}
              checked={isRight}
              onChange={({ target }) => set('isCorrect', target.checked ? true : undefined)}
            />
          </label>
        )}
        <TextArea
          className="txt"
          language={language}
          isOneLine
          aria-label={t('answer', { number })}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          placeholder={t('answer', { number })}
          value={fieldText(read([...path, 'text']))}
          onKeyDown={event => event.key === 'Enter' && !event.nativeEvent.isComposing && onEnter()}
          onChange={text => {
            setHasBar(text.includes('|'))
            set('text', text.replaceAll('|', ''))
          }}
        />
        {hasRight && isRight && <span className="ok-word">{t('right')}</span>}
        {handle}
      </div>
      <FieldError id={id} error={error} />
      <div className="fb">
        {hasFeedback && (
          <>
            <EditIcon name="bubble" />
            <TextArea
              language={language}
              isOneLine
              aria-label={t('feedbackOf', { number })}
              placeholder={t('feedback')}
              value={fieldText(read([...path, 'feedback']))}
              onChange={text => set('feedback', text === '' ? undefined : text)}
            />
          </>
        )}
        {onRemove && (
          <button className="icon-btn" type="button" aria-label={t('removeAnswer', { number })} onClick={onRemove}>
            <Icon name="bin" />
          </button>
        )}
      </div>
      {children}
    </div>
  )
}
