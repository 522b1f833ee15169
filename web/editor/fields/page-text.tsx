import { useState } from 'react'
import { PictureSheet } from '../pictures/picture-sheet.tsx'
import { addPastedPicture } from '../pictures/prepare-picture.ts'
import { TextPictureList } from '../pictures/text-picture-list.tsx'
import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { type FieldPath, fieldText, usePageForm } from './form-context.ts'

type Props = {
  path: FieldPath
  label: string
  hint?: string
  takesBdi?: boolean
  /** Whether the first line of an empty text is a heading, as a question is. */
  beginsWithHeading?: boolean
}

/** A formatted text of the page, such as its question. */
export function PageText({ path, label, hint, takesBdi = true, beginsWithHeading = false }: Props) {
  const { language, read, change, problemAt, media } = usePageForm()
  const [insert, setInsert] = useState<(name: string, alt: string) => void>()
  const value = fieldText(read(path))
  const onChange = (text: string) => change({ op: 'set', path, to: text === '' ? undefined : text })
  return (
    <>
      <RichTextField
        label={label}
        {...(hint ? { hint } : {})}
        {...{ takesBdi, beginsWithHeading, media }}
        onPicture={put => setInsert(() => put)}
        onPasted={picture => addPastedPicture(media, picture)}
        language={language}
        value={value}
        error={problemAt(path)}
        onChange={onChange}
      />
      <TextPictureList {...{ value, media, onChange }} writing={{ language, takesBdi }} />
      {insert && <PictureSheet {...{ language, media }} onPicture={insert} onClose={() => setInsert(undefined)} />}
    </>
  )
}
