import { type ComponentProps, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer, Page } from '../../contract/lessons.ts'
import { isSound, mediaUrl } from '../../contract/media.ts'
import type { AudioPlayer } from '../media/audio-player.tsx'
import type { VideoPlayer } from '../media/video-player.tsx'
import { knownSettings } from '../settings/settings.ts'
import { later, useLater } from '../ui/later.ts'
import { RichText } from '../ui/rich-text.tsx'
import { InterfaceText } from './interface-text.tsx'
import { usePage } from './page-screen.ts'

const audioPlayer = later(async () => (await import('../media/audio-player.tsx')).AudioPlayer)
const videoPlayer = later(async () => (await import('../media/video-player.tsx')).VideoPlayer)

/** Fetches the players ahead of the page that needs them. */
export function fetchPlayers(): Promise<unknown> {
  return Promise.all([audioPlayer.load(), videoPlayer.load()])
}

type Props = { of: Page | Answer; autoPlay?: boolean }

/** The sound or film of a page or of an answer, and what is said in it to read. */
export function PageMedia({ of: { avFilename, alt, captions, transcript }, autoPlay = false }: Props) {
  const t = useTranslations('lesson')
  const { lesson, where, media } = usePage()
  if (!avFilename) return null
  const told = {
    autoPlay,
    onEnded: () => media.onEnded(avFilename),
    onTrouble: (hasTrouble: boolean) => media.onTrouble(avFilename, hasTrouble),
  }
  return (
    <div className="stack tight">
      <Suspense fallback={<div className={isSound(avFilename) ? 'player' : 'video'} />}>
        {isSound(avFilename) ? (
          <Sound source={mediaUrl(knownSettings().mediaBase, avFilename)} {...told} />
        ) : (
          <Film
            avFilename={avFilename}
            alt={alt}
            captions={captions}
            language={lesson.language}
            where={where}
            {...told}
          />
        )}
      </Suspense>
      {transcript && (
        <details className="transcript">
          <summary>
            <InterfaceText>{t('read')}</InterfaceText>
          </summary>
          <div className="prose">
            <RichText html={transcript} />
          </div>
        </details>
      )}
    </div>
  )
}

function Sound(props: ComponentProps<typeof AudioPlayer>) {
  const Player = useLater(audioPlayer)
  return <Player {...props} />
}

function Film(props: ComponentProps<typeof VideoPlayer>) {
  const Player = useLater(videoPlayer)
  return <Player {...props} />
}
