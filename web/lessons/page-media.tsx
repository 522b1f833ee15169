import { type ComponentProps, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { Page } from '../../contract/lessons.ts'
import { isSound } from '../../contract/media.ts'
import type { Answer } from '../../contract/pages/answer.ts'
import { wantTexts } from '../i18n/texts.ts'
import type { Player } from '../media/player.tsx'
import { lazyPart, useLazy } from '../ui/lazy.ts'
import { RichText } from '../ui/rich-text/rich-text.tsx'
import { InterfaceText } from './interface-text.tsx'
import { usePage } from './page-screen.ts'

export const player = lazyPart(async () => {
  const [{ Player }] = await Promise.all([import('../media/player.tsx'), wantTexts('media')])
  return Player
})

type Props = { of: Page | Answer; autoPlay?: boolean }

/** The sound or film of a page or of an answer, with its transcript. */
export function PageMedia({ of, autoPlay = false }: Props) {
  const t = useTranslations('lesson')
  const { lesson, where, media, isPreview } = usePage()
  const { avFilename, transcript } = of
  if (!avFilename) return null
  return (
    <div className="stack tight">
      <Suspense fallback={<div className={isSound(avFilename) ? 'player' : 'video'} />}>
        <SoundOrFilm
          {...of}
          avFilename={avFilename}
          language={lesson.language}
          where={where}
          mayWait={media.isOffline}
          autoPlay={autoPlay && !isPreview}
          onEnded={() => media.onEnded(avFilename)}
          onTrouble={hasTrouble => media.onTrouble(avFilename, hasTrouble)}
        />
      </Suspense>
      {transcript && (
        <details className="transcript">
          <summary>
            <InterfaceText>{t(isSound(avFilename) ? 'read' : 'readFilm')}</InterfaceText>
          </summary>
          <div className="prose">
            <RichText html={transcript} />
          </div>
        </details>
      )}
    </div>
  )
}

function SoundOrFilm(props: ComponentProps<typeof Player>) {
  const Player = useLazy(player)
  return <Player {...props} />
}
