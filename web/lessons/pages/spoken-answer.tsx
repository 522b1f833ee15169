import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { AudioPlayer } from '../../media/audio-player.tsx'
import { useBlobUrl } from '../../media/use-blob-url.ts'
import { RECORDING_LOST } from '../../outbox/refused-answers.ts'
import { onUploadsChange, uploadShares } from '../../outbox/senders/uploads.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PercentBar } from '../../ui/progress.tsx'
import { type OwnRecording, useAttachment } from './use-own-recording.ts'
import type { SpokenAnswerState as Spoken } from './use-spoken-answer.ts'

/** A submitted recording: its sound, and the progress of its upload. */
export function SpokenAnswer({ own, recording }: Spoken) {
  const t = useTranslations('recorder.submitted')
  const isOnItsWay = own !== undefined && !own.isSent
  const isRefused = isOnItsWay && own.item.refusedAs !== undefined
  const isLost = own?.item.refusedAs === RECORDING_LOST
  const sending = isOnItsWay ? 'clock' : 'check'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in.
    <div
      className={isOnItsWay ? 'card stack spoken is-waiting' : 'card stack spoken'}
      role="group"
      aria-label={t('title')}
    >
      <b className="row">
        <Icon name={isRefused ? 'warning' : sending} />
        {t('title')}
      </b>
      {own && !isLost && <OwnSound own={own} />}
      {!own && <SentSound recording={recording} />}
      {isOnItsWay && <OnItsWay own={own} />}
    </div>
  )
}

function OwnSound({ own }: { own: OwnRecording }) {
  const source = useBlobUrl(useAttachment(own.item))
  return source ? <AudioPlayer key={source} source={source} /> : <div className="player" />
}

/** A URL is valid for a few minutes. A later press on play requests a new one; its sound then plays by itself. */
function SentSound({ recording: { url, hasFailed, failures, renew } }: { recording: Spoken['recording'] }) {
  const [isPressed, setIsPressed] = useState(false)
  if (!url && !hasFailed) return <div className="player" />
  return <AudioPlayer key={url ?? failures} source={url} autoPlay={isPressed} onTrouble={() => setIsPressed(renew())} />
}

function OnItsWay({ own: { item } }: { own: OwnRecording }) {
  const t = useTranslations('recorder.submitted')
  const share = useSyncExternalStore(onUploadsChange, uploadShares).get(item.id)
  if (item.refusedAs !== undefined) return <Refused code={item.refusedAs} />
  if (share === undefined) return <p className="meta">{t('waiting')}</p>
  return (
    <div className="stack tight">
      <p className="meta">{t('sending')}</p>
      <PercentBar percent={100 * share} label={t('sending')} />
    </div>
  )
}

function Refused({ code }: { code: string }) {
  const t = useTranslations('recorder.submitted')
  const reasons: Record<string, string> = {
    'too-large': t('tooLarge'),
    'recording-too-long': t('tooLong'),
    'unsupported-media-type': t('damaged'),
  }
  const title = code === RECORDING_LOST ? t('lost') : t('refused')
  return <Alert title={title}>{[reasons[code], t('refusedHelp')].filter(Boolean).join(' ')}</Alert>
}
