import { useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Language } from '../../../contract/languages.ts'
import { useSizeInWords } from '../../media/size-in-words.ts'
import { described, Field } from '../../ui/fields/field.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import type { DraftMedia } from '../draft/draft-media.ts'
import type { AuthorFile } from '../draft/draft-store.ts'
import { TextArea } from '../text-area.tsx'
import { ChoosePicture } from './choose-picture.tsx'
import { CropStage } from './crop-stage.tsx'
import { authorFile, type ChosenPicture, type Crop, madeSmall, wholePicture } from './prepare-picture.ts'

type Props = {
  /** The language of the course. */
  language: Language
  media: DraftMedia
  onPicture(name: string, alt: string): void
  onClose(): void
}

type Brought = { file: File; made: AuthorFile }

/** Brings a picture: from the camera or a file, cut if wanted, with words for those who do not see it. */
export function PictureSheet({ language, media, onPicture, onClose }: Props) {
  const t = useTranslations('pictures')
  const [chosen, setChosen] = useState<ChosenPicture>()
  const [crop, setCrop] = useState<Crop>(wholePicture)
  const [brought, setBrought] = useState<Brought>()
  const [isBusy, setIsBusy] = useState(false)
  const made = useMade(chosen, crop)

  async function send(file: File, onShare: (share: number) => void) {
    setIsBusy(true)
    try {
      setBrought({ file, made: await media.sendNow(file, onShare) })
    } finally {
      setIsBusy(false)
    }
  }

  async function take(alt: string) {
    const file = brought ?? made
    if (!file) return
    const ending = chosen?.is === 'drawing' ? 'svg' : 'webp'
    onPicture(await media.bring(file.made, file.file.name.replace(/\.\w+$/, ''), ending), alt)
    onClose()
  }

  return (
    <Sheet title={t('title')} isBusy={isBusy} onClose={onClose}>
      {!chosen && !brought && <ChoosePicture onUnreadable={send} onChosen={setChosen} />}
      {chosen?.is === 'photo' && <CropStage bitmap={chosen.bitmap} crop={crop} onCrop={setCrop} />}
      {chosen?.is === 'drawing' && <Drawing file={chosen.file} />}
      {(chosen || brought) && <Words language={language} made={brought ?? made} onDone={alt => void take(alt)} />}
    </Sheet>
  )
}

/** The picture of the chosen part. It is made again when the author stops changing it. */
function useMade(chosen: ChosenPicture | undefined, crop: Crop): Brought | undefined {
  const [made, setMade] = useState<Brought>()
  useEffect(() => {
    if (!chosen || chosen.is === 'unreadable') return
    const { file } = chosen
    let isLeft = false
    setMade(undefined)
    const timer = setTimeout(async () => {
      const blob = chosen.is === 'photo' ? await madeSmall(file, chosen.bitmap, crop) : typed(file)
      const next = await authorFile('picture', blob, file.size)
      if (!isLeft) setMade({ file, made: next })
    }, MAKE_AFTER_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [chosen, crop])
  return made
}

const MAKE_AFTER_MS = 150

/** Some systems know no type for a drawing. */
function typed(file: File): Blob {
  return new Blob([file], { type: 'image/svg+xml' })
}

function Drawing({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const reader = new FileReader()
    reader.onload = () => setUrl(String(reader.result))
    reader.readAsDataURL(typed(file))
  }, [file])
  return url ? <img className="crop-stage" src={url} alt="" /> : null
}

type WordsProps = { language: Language; made: Brought | undefined; onDone(alt: string): void }

function Words({ language, made, onDone }: WordsProps) {
  const t = useTranslations('pictures')
  const id = useId()
  const sizeInWords = useSizeInWords()
  const [words, setWords] = useState('')
  const [isDecoration, setIsDecoration] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const error = isMissing ? t('wordsMissing') : undefined
  const { before, now } = {
    before: made?.made.bytesBefore ?? 0,
    now: made?.made.stored?.bytes ?? made?.made.bytes ?? 0,
  }

  function done() {
    if (!isDecoration && words.trim() === '') return setIsMissing(true)
    if (made) onDone(isDecoration ? '' : words.trim())
  }

  return (
    <>
      <p className="meta" role="status">
        {made && now < before && t('madeSmaller', { before: sizeInWords(before), now: sizeInWords(now) })}
        {made && now >= before && t('size', { now: sizeInWords(now) })}
      </p>
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
