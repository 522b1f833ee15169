import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Language } from '../../../contract/languages.ts'
import { described, Field } from '../../ui/fields/field.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import type { DraftMedia } from '../draft/draft-media.ts'
import { TextArea } from '../text-area.tsx'
import { ChoosePicture } from './choose-picture.tsx'
import { CropStage } from './crop-stage.tsx'
import { Drawing } from './drawing.tsx'
import { MadeSize } from './made-size.tsx'
import { type ChosenPicture, type Crop, wholePicture } from './prepare-picture.ts'
import { type MadePicture, useMade } from './use-made.ts'

type Props = {
  /** The language of the course. */
  language: Language
  media: DraftMedia
  /** The description of the picture that the new picture replaces. */
  words?: string
  onPicture(name: string, alt: string): void
  onClose(): void
}

/** Adds a picture, from the camera or a file. Its author can cut it, and describes it for people who do not see it. */
export function PictureSheet({ language, media, words = '', onPicture, onClose }: Props) {
  const t = useTranslations('pictures')
  const [chosen, setChosen] = useState<ChosenPicture>()
  const [crop, setCrop] = useState<Crop>(wholePicture)
  const [brought, setBrought] = useState<MadePicture>()
  const [isBusy, setIsBusy] = useState(false)
  const made = useMade(chosen, crop, 'picture')
  const isTaken = useRef(false)

  async function send(file: File, onShare: (share: number) => void) {
    setIsBusy(true)
    try {
      setBrought({ file, made: await media.sendNow('picture', file, onShare) })
    } finally {
      setIsBusy(false)
    }
  }

  async function take(alt: string) {
    const file = brought ?? made
    // A second press would insert the picture once more.
    if (!file || isTaken.current) return
    isTaken.current = true
    const ending = chosen?.is === 'drawing' ? 'svg' : 'webp'
    try {
      onPicture(await media.addFile(file.made, file.file.name.replace(/\.\w+$/, ''), ending), alt)
      onClose()
    } finally {
      isTaken.current = false
    }
  }

  return (
    <Sheet title={t('title')} isBusy={isBusy} onClose={onClose}>
      {!chosen && !brought && <ChoosePicture use="picture" media={media} onUnreadable={send} onChosen={setChosen} />}
      {chosen?.is === 'photo' && <CropStage bitmap={chosen.bitmap} crop={crop} hasShapes onCrop={setCrop} />}
      {chosen?.is === 'drawing' && <Drawing file={chosen.file} />}
      {(chosen || brought) && <Words {...{ language, words }} made={brought ?? made} onDone={alt => void take(alt)} />}
    </Sheet>
  )
}

type WordsProps = { language: Language; words: string; made: MadePicture | undefined; onDone(alt: string): void }

function Words({ language, words: before, made, onDone }: WordsProps) {
  const t = useTranslations('pictures')
  const id = useId()
  const [words, setWords] = useState(before)
  const [isDecoration, setIsDecoration] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const error = isMissing ? t('wordsMissing') : undefined
  function done() {
    if (!isDecoration && words.trim() === '') return setIsMissing(true)
    if (made) onDone(isDecoration ? '' : words.trim())
  }

  return (
    <>
      <MadeSize made={made} />
      {!isDecoration && (
        <Field id={id} label={t('words')} hint={t('wordsHint')} error={error}>
          <TextArea
            {...described(id, { hint: true, error })}
            className="input"
            id={id}
            rows={2}
            isOneLine
            language={language}
            value={words}
            onChange={text => {
              setWords(text)
              setIsMissing(false)
            }}
          />
        </Field>
      )}
      <Switch label={t('decoration')} hint={t('decorationHint')} isOn={isDecoration} onChange={setIsDecoration} />
      <button className="btn" type="button" aria-disabled={!made} onClick={done}>
        {t('putIn')}
      </button>
    </>
  )
}
