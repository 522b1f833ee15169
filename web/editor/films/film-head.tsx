import { useTranslations } from 'use-intl'
import { toDigitsOf } from '../../i18n/digits.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { clockTime } from '../../media/clock-time.ts'
import { useSizeInWords } from '../../media/size-in-words.ts'
import { Icon } from '../../ui/icon.tsx'
import { EditIcon } from '../edit-icon.tsx'

type Props = {
  name: string
  /** 0, null or undefined if not known yet. */
  seconds: number | null | undefined
  bytes: number | undefined
  /** The accessible name of the button with the bin. */
  removal: string
  onRemove(): void
}

/** The name of a film, its length and size, and the button that takes it away. */
export function FilmHead({ name, seconds, bytes, removal, onRemove }: Props) {
  const t = useTranslations('editor')
  const { language } = useLanguage()
  const sizeInWords = useSizeInWords()
  const facts = [seconds && toDigitsOf(language, clockTime(seconds)), bytes && sizeInWords(bytes)].filter(Boolean)
  return (
    <div className="row">
      <span className="thumb">
        <EditIcon name="film" />
      </span>
      <p className="grow">
        <b>
          <bdi dir="ltr">{name}</bdi>
        </b>
        <small className="meta">{facts.join(t('sep'))}</small>
      </p>
      <button className="icon-btn" type="button" aria-label={removal} onClick={onRemove}>
        <Icon name="bin" />
      </button>
    </div>
  )
}
