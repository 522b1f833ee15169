import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { type ChoiceCounts, fieldText, usePageForm } from './form-context.ts'

type Props = {
  answerKey: string
  /** Whether the author wants to delete the answer. */
  isLeaving: boolean
  /** New words that the author has confirmed to mean the same answer. */
  kept: string | undefined
  onKeep(text: string): void
  /** Removes the answer. With `asNew`, a new answer with these words replaces it. */
  onRemove(options: { asNew: boolean }): void
}

/** Says how many learners chose an answer that is changed or deleted, and asks if it is still the same answer. */
export function ChoiceCountNote({ answerKey, isLeaving, kept, onKeep, onRemove }: Props) {
  const t = useTranslations('editor.chosen')
  const { chosen, language, read } = usePageForm()
  const note = useRef<HTMLDivElement>(null)
  const text = fieldText(read(['options', 'answers', answerKey, 'text']))
  const before = choiceCountText(chosen, answerKey)
  const isChanged = before !== undefined && !isSameText(before, text) && kept !== text
  useEffect(() => {
    if (isLeaving) note.current?.focus()
  }, [isLeaving])
  if (!chosen || before === undefined || !(isLeaving || isChanged)) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset names fields; these are two acts.
    <div className="chosen-note" role="group" aria-label={t('title')} tabIndex={-1} ref={note}>
      <p>
        <Icon name="info" />
        <span>
          {howMany(chosen, answerKey)} {t(isLeaving ? 'removing' : 'changing')}
        </span>
      </p>
      {!isLeaving && (
        <p className="meta">
          {t('before')} <bdi lang={language}>{before}</bdi>
        </p>
      )}
      <div className="row wrap">
        <button className="btn second small" type="button" onClick={() => onKeep(text)}>
          {t(isLeaving ? 'keep' : 'wording')}
        </button>
        <button className="btn second small" type="button" onClick={() => onRemove({ asNew: !isLeaving })}>
          {t(isLeaving ? 'remove' : 'another')}
        </button>
      </div>
    </div>
  )

  function howMany({ given, isCounted, answers }: ChoiceCounts, id: string): string {
    if (!isCounted) return t('few', { count: given })
    const count = answers.find(answer => answer.id === id)?.count ?? null
    return count === null ? t('fewerThanFive') : t('about', { count })
  }
}

/** The text of an answer when learners chose it; undefined if nobody can have chosen it. */
export function choiceCountText(chosen: ChoiceCounts | undefined, id: string): string | undefined {
  return chosen && chosen.given > 0 ? chosen.answers.find(answer => answer.id === id)?.text : undefined
}

/** The import cleans texts, so other spaces or markup do not make another answer. */
function isSameText(one: string, other: string): boolean {
  const plain = (text: string) =>
    text
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  return plain(one) === plain(other)
}
