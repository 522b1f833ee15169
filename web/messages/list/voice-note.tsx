import { Suspense, useEffect, useState } from 'react'
import { voiceAddress } from '../../../contract/messages.ts'
import { call } from '../../api.ts'
import { SpokenPlayer } from './spoken-player.tsx'

type Props = {
  /** Where the server has it. */
  messageId: string | undefined
  /** Where it is only here yet. */
  mp3: Blob | undefined
}

/** What was spoken, to be heard in place. */
export function VoiceNote({ messageId, mp3 }: Props) {
  const own = useBlobUrl(mp3)
  const isReady = mp3 ? own !== undefined : messageId !== undefined
  if (!isReady) return <div className="player" />
  return (
    <Suspense fallback={<div className="player" />}>
      <SpokenPlayer
        key={own ?? messageId}
        address={async () => own ?? (await call(voiceAddress, { params: { messageId: messageId ?? '' } })).data.url}
      />
    </Suspense>
  )
}

function useBlobUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [blob])
  return url
}
