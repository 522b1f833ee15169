import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { directionOf } from '../i18n/language.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { SpeedChoice } from './speed/speed-choice.tsx'

type Props = {
  isMuted: boolean
  onUnmute(): void
  captions?: { isOn: boolean; toggle(): void } | undefined
  children?: ReactNode
}

/** Choices below a sound or film. They are in words, because few people know the icons. */
export function MediaTools({ isMuted, onUnmute, captions, children }: Props) {
  const t = useTranslations('media')
  const { language } = useLanguage()
  return (
    <div className="tools" dir={directionOf(language)}>
      <SpeedChoice />
      {captions && (
        <button type="button" aria-pressed={captions.isOn} onClick={captions.toggle}>
          {t('captions')}
        </button>
      )}
      {isMuted && (
        <button type="button" onClick={onUnmute}>
          {t('unmute')}
        </button>
      )}
      {children}
    </div>
  )
}
