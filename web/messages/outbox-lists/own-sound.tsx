import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useBlobUrl } from '../../media/use-blob-url.ts'
import { attachmentOf, type OutboxItem } from '../../outbox/store.ts'
import { Icon } from '../../ui/icon.tsx'
import { isSpoken } from './words.ts'

/** A recording of this person that is not on the server yet. */
export function OwnSound({ mp3 }: { mp3: Blob | undefined }) {
  const t = useTranslations('refusedAnswers')
  const source = useBlobUrl(mp3)
  if (!source) return null
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: nobody wrote down what a learner said. */}
      <audio controls src={source} />
      <a className="btn quiet small" href={source} download="answer.mp3">
        <Icon name="download" />
        {t('save')}
      </a>
    </>
  )
}

export function useAttachedSound(item: OutboxItem): Blob | undefined {
  const [mp3, setMp3] = useState<Blob>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attachment of an item never changes.
  useEffect(() => {
    if (!isSpoken(item)) return
    attachmentOf(item).then(
      bytes => bytes && setMp3(new Blob([bytes], { type: 'audio/mpeg' })),
      () => {},
    )
  }, [item.id])
  return mp3
}
