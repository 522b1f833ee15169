import { Suspense } from 'react'
import { getVoiceUrl } from '../../../contract/messages.ts'
import { call } from '../../api.ts'
import { useBlobUrl } from '../../media/use-blob-url.ts'
import { SpokenPlayer } from './spoken-player.tsx'

type Props = {
  /** The server's id; undefined until the message is on the server. */
  messageId: string | undefined
  /** The recording, if it is only on this phone. */
  mp3: Blob | undefined
}

/** Plays a voice message in place. */
export function VoiceNote({ messageId, mp3 }: Props) {
  const own = useBlobUrl(mp3)
  const isReady = mp3 ? own !== undefined : messageId !== undefined
  if (!isReady) return <div className="player" />
  return (
    <Suspense fallback={<div className="player" />}>
      <SpokenPlayer
        key={own ?? messageId}
        getUrl={async () => own ?? (await call(getVoiceUrl, { params: { messageId: messageId ?? '' } })).data.url}
      />
    </Suspense>
  )
}
