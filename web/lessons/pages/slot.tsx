import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { InterfaceText } from '../interface-text.tsx'

type Props = {
  place: number
  prompt: string | undefined
  word: string | undefined
  isNext: boolean
  /** Undefined until it is checked. */
  isRight: boolean | undefined
  onClick(isByKeyboard: boolean): void
}

/** A place and the sentence before it. A tap takes its word back, or chooses an empty place. */
export function Slot({ place, prompt, word, isNext, isRight, onClick }: Props) {
  const t = useTranslations('lesson')
  const mark = isRight ? 'is-right' : 'is-wrong'
  const filled = isRight === undefined ? 'is-filled' : mark
  const empty = isNext ? 'is-next' : ''
  return (
    <li className="blank" data-place={place}>
      <span id={promptId(place)}>{prompt ?? <InterfaceText>{t('place', { number: place + 1 })}</InterfaceText>}</span>
      <button
        className={`slot ${word ? filled : empty}`}
        type="button"
        aria-describedby={promptId(place)}
        onClick={({ detail }) => onClick(detail === 0)}
      >
        {word ?? <InterfaceText>{t('pickWord')}</InterfaceText>}
        {word && isRight !== undefined && (
          <>
            <span className="visually-hidden">{isRight ? t('right') : t('wrong')}</span>
            <Icon name={isRight ? 'check' : 'cross'} />
          </>
        )}
      </button>
    </li>
  )
}

/** The id of the sentence before a place. */
export function promptId(place: number): string {
  return `prompt-${place}`
}
