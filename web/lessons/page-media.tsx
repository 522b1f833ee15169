import { useTranslations } from 'use-intl'
import type { Answer, Page } from '../../contract/lessons.ts'
import { isSound, mediaUrl } from '../../contract/media.ts'
import { AudioPlayer } from '../media/audio-player.tsx'
import { VideoPlayer } from '../media/video-player.tsx'
import { knownSettings } from '../settings/settings.ts'
import { RichText } from '../ui/rich-text.tsx'
import { InterfaceText } from './interface-text.tsx'
import { usePage } from './page-screen.ts'

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
      {isSound(avFilename) ? (
        <AudioPlayer source={mediaUrl(knownSettings().mediaBase, avFilename)} {...told} />
      ) : (
        <VideoPlayer
          avFilename={avFilename}
          alt={alt}
          captions={captions}
          language={lesson.language}
          where={where}
          {...told}
        />
      )}
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
