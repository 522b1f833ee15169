import { useTranslations } from 'use-intl'
import { useSizeInWords } from '../../media/size-in-words.ts'
import type { MadePicture } from './use-made.ts'

/** Says how large a picture was, and how large it is now. */
export function MadeSize({ made }: { made: MadePicture | undefined }) {
  const t = useTranslations('pictures')
  const sizeInWords = useSizeInWords()
  const before = made?.made.bytesBefore ?? 0
  const now = made?.made.stored?.bytes ?? made?.made.bytes ?? 0
  return (
    <p className="meta" role="status">
      {made && now < before && t('madeSmaller', { before: sizeInWords(before), now: sizeInWords(now) })}
      {made && now >= before && t('size', { now: sizeInWords(now) })}
    </p>
  )
}
