import { useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { bank, blanksInOrder, isRight, matchBlanks as type } from '../../../contract/pages/match-blanks.ts'
import { InterfaceText } from '../interface-text.tsx'
import { PageHead } from '../page-head.tsx'
import { type PageProps, type PageScreen, usePage } from '../page-screen.ts'
import { Chip } from './chip.tsx'
import { shuffled } from './shuffled.ts'
import { promptId, Slot } from './slot.tsx'
import './match-blanks.css'

/** If all words together have more letters, they would fill too many rows of a phone. Then the bank scrolls. */
const MAX_LETTERS = 80

export const matchBlanks: PageScreen<string[]> = {
  type,
  Content: MatchBlanks,
  feedback({ page: { options = {}, hint }, draft, checked }) {
    if (!checked || checked.join('|') !== draft.join('|')) return undefined
    const right = blanksInOrder(options).filter((_, place) => isRight(draft, place, options)).length
    return { isRight: false, hint, places: { right, wrong: blanksInOrder(options).length - right } }
  },
  feedbackText: (t, { places = { right: 0, wrong: 0 } }) => ({ title: t('inPlace', places), advice: t('takeBack') }),
  resetWrong: ({ options = {} }, draft) => draft.map((word, place) => (isRight(draft, place, options) ? word : '')),
}

function MatchBlanks({ page, draft, setDraft, checked }: PageProps<string[]>) {
  const t = useTranslations('lesson')
  const { bottomBar, lesson } = usePage()
  const options = page.options ?? {}
  const places = blanksInOrder(options)
  const words = useMemo(() => {
    const options = page.options ?? {}
    return shuffled(bank(options), blanksInOrder(options), page.id)
  }, [page])
  const [chosen, setChosen] = useState<number>()
  const isLong = words.reduce((sum, { text }) => sum + text.length, 0) > MAX_LETTERS
  const empty = places.flatMap((_, place) => (draft[place] ? [] : [place]))
  const next = empty.find(place => place === chosen) ?? empty[0]

  function put(wordId: string, place: number) {
    setDraft(places.map((_, index) => (index === place ? wordId : (draft[index] ?? ''))))
    setChosen(undefined)
    showNextPlace()
  }

  function touch(place: number, isByKeyboard: boolean) {
    if (draft[place]) put('', place)
    setChosen(place)
    if (isByKeyboard) focusWord(bottomBar)
  }

  return (
    <>
      <PageHead page={page} className="question">
        <p className="meta">
          <InterfaceText>{t('tapWord')}</InterfaceText>
        </p>
      </PageHead>
      <ol className="blanks">
        {places.map(({ id, prompt }, place) => {
          const isChecked = checked !== undefined && checked[place] === draft[place]
          return (
            <Slot
              key={id}
              place={place}
              prompt={prompt}
              word={words.find(word => word.id === draft[place])?.text}
              isNext={place === next}
              isRight={isChecked ? isRight(draft, place, options) : undefined}
              onClick={isByKeyboard => touch(place, isByKeyboard)}
            />
          )
        })}
      </ol>
      {bottomBar &&
        next !== undefined &&
        createPortal(
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in.
          <div className={isLong ? 'bank long' : 'bank'} role="group" aria-label={t('words')} lang={lesson.language}>
            {words.map(({ id, text }) => (
              <Chip
                key={id}
                text={text}
                describedBy={promptId(next)}
                isUsed={draft.includes(id)}
                onPick={isByKeyboard => {
                  put(id, next)
                  if (isByKeyboard) focusWord(bottomBar)
                }}
                onDrop={place => put(id, place)}
              />
            ))}
          </div>,
          bottomBar,
        )}
    </>
  )
}

/** Scrolls to the next place: on a long page the bottom bar may cover it. */
function showNextPlace(): void {
  requestAnimationFrame(() => document.querySelector('.slot.is-next')?.scrollIntoView({ block: 'center' }))
}

/** Moves the focus to the next free word, or to the main button: a used word is disabled, and has lost the focus. */
function focusWord(bottomBar: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const next =
      bottomBar?.querySelector<HTMLElement>('.chip:enabled') ?? bottomBar?.parentElement?.querySelector('.btn')
    if (next instanceof HTMLElement) next.focus()
  })
}
