import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import type { DraftMedia } from '../draft/draft-media.ts'
import { ChoosePicture } from './choose-picture.tsx'
import { CropStage } from './crop-stage.tsx'
import { Drawing } from './drawing.tsx'
import { MadeSize } from './made-size.tsx'
import { type ChosenPicture, type Crop, squarePicture } from './prepare-picture.ts'
import { type MadePicture, useMade } from './use-made.ts'
import './pictures.css'

type Props = { media: DraftMedia; onClose(): void }

/** Brings the icon of the course: a drawing, or a square part of a picture. It is decoration, so it has no words. */
export function IconSheet({ media, onClose }: Props) {
  const t = useTranslations('pictures')
  const [chosen, setChosen] = useState<ChosenPicture>()
  const [crop, setCrop] = useState<Crop>(squarePicture)
  const [isBusy, setIsBusy] = useState(false)
  const made = useMade(chosen, crop, 'icon')

  async function send(file: File, onShare: (share: number) => void) {
    setIsBusy(true)
    try {
      await take({ file, made: await media.sendNow('icon', file, onShare) })
    } finally {
      setIsBusy(false)
    }
  }

  async function take(brought: MadePicture | undefined) {
    if (!brought) return
    await media.setIcon({ file: brought.made, ending: chosen?.is === 'drawing' ? 'svg' : 'webp' })
    onClose()
  }

  return (
    <Sheet title={t('iconTitle')} isBusy={isBusy} onClose={onClose}>
      {!chosen && <ChoosePicture use="icon" media={media} onUnreadable={send} onChosen={setChosen} />}
      {chosen?.is === 'photo' && <CropStage bitmap={chosen.bitmap} crop={crop} hasShapes={false} onCrop={setCrop} />}
      {chosen?.is === 'drawing' && <Drawing file={chosen.file} />}
      {chosen && (
        <>
          <MadeSize made={made} />
          <button className="btn" type="button" aria-disabled={!made} onClick={() => void take(made)}>
            {t('useIcon')}
          </button>
        </>
      )}
    </Sheet>
  )
}
