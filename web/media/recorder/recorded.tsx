import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { AudioPlayer } from '../audio-player.tsx'
import { useBlobUrl } from '../use-blob-url.ts'
import type { RecordingEnd } from './capture/recording.ts'

export function RecordingSaved({ isKept }: { isKept: boolean }) {
  const t = useTranslations('recorder')
  return (
    <b className="row grow">
      <Icon name="check" />
      {isKept ? t('saved') : t('ready')}
    </b>
  )
}

/** Plays a recording before it is submitted. */
export function RecordingPlayer({ mp3, ending }: { mp3: Blob; ending: RecordingEnd | undefined }) {
  const t = useTranslations('recorder')
  const source = useBlobUrl(mp3)
  return (
    <>
      {source ? <AudioPlayer key={source} source={source} /> : <div className="player" />}
      <p className="meta">
        {ending === 'limit' && `${t('limitReached')} `}
        {ending === 'gone' && `${t('microphoneGone')} `}
        {t('listen')}
      </p>
    </>
  )
}
