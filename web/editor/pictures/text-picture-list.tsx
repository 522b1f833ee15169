import { useId, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { useSizeInWords } from '../../media/size-in-words.ts'
import { Field } from '../../ui/fields/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { DraftMedia } from '../draft/draft-media.ts'
import { EditIcon } from '../edit-icon.tsx'
import type { MarkdownOptions } from '../rich-text/write-markdown.ts'
import { TextArea } from '../text-area.tsx'
import { RefusedFile } from './choose-picture.tsx'
import { PictureSheet } from './picture-sheet.tsx'
import { picturesIn, type TextPicture, withOtherPicture, withoutPicture, withWords } from './text-pictures.ts'
import './pictures.css'

type Props = {
  /** Markdown. */
  value: string
  writing: MarkdownOptions
  media: DraftMedia
  onChange(value: string): void
}

/** The pictures of a text, with their descriptions and sizes. */
export function TextPictureList({ value, writing, media, onChange }: Props) {
  const pictures = picturesIn(value)
  return pictures.map(picture => (
    <TextPictureCard
      key={picture.at}
      {...{ picture, media }}
      language={writing.language}
      onWords={alt => onChange(withWords(value, picture, alt, writing))}
      onOther={other => onChange(withOtherPicture(value, picture, other, writing))}
      onRemove={() => onChange(withoutPicture(value, picture, writing))}
    />
  ))
}

type CardProps = {
  picture: TextPicture
  language: MarkdownOptions['language']
  media: DraftMedia
  onWords(alt: string): void
  onOther(other: { name: string; alt: string }): void
  onRemove(): void
}

function TextPictureCard({ picture: { name, alt }, language, media, onWords, onOther, onRemove }: CardProps) {
  const t = useTranslations('pictures')
  const id = useId()
  const sizeInWords = useSizeInWords()
  const source = useSyncExternalStore(media.watch, () => media.sourceOf(name))
  const refusal = media.refusalOf(name)
  const [isChoosing, setIsChoosing] = useState(false)
  const bytes = media.bytesOf(name)
  const now = sizeInWords(bytes?.now ?? 0)
  return (
    <section className="picture-card" aria-label={alt || t('decoration')}>
      <div className="row">
        <span className="thumb">{source ? <img src={source} alt="" /> : <EditIcon name="picture" />}</span>
        <p className="meta grow">
          {bytes?.before && bytes.before > bytes.now
            ? t('madeSmaller', { before: sizeInWords(bytes.before), now })
            : bytes && t('size', { now })}
        </p>
        <button className="icon-btn" type="button" aria-label={t('remove')} onClick={onRemove}>
          <Icon name="bin" />
        </button>
      </div>
      {refusal && <RefusedFile error={refusal} isDrawing={name.endsWith('.svg')} />}
      {!bytes && (
        <div className="row wrap">
          <button className="btn second small" type="button" onClick={() => setIsChoosing(true)}>
            <EditIcon name="picture" />
            {t('another')}
          </button>
        </div>
      )}
      {isChoosing && (
        <PictureSheet
          {...{ language, media }}
          words={alt}
          onPicture={(other, words) => onOther({ name: other, alt: words })}
          onClose={() => setIsChoosing(false)}
        />
      )}
      <Field id={id} label={t('words')} hint={t('wordsEmpty')} error={undefined}>
        <TextArea
          className="input"
          id={id}
          aria-describedby={`${id}-hint`}
          isOneLine
          language={language}
          value={alt}
          onChange={onWords}
        />
      </Field>
    </section>
  )
}
