import { useTranslations } from 'use-intl'
import { Icon } from '../ui/icon.tsx'

type Props = { className: string; isPlaying: boolean; isWaiting?: boolean; onClick(): void }

export function PlayButton({ className, isPlaying, isWaiting, onClick }: Props) {
  const t = useTranslations('media')
  return (
    <button className={className} type="button" aria-label={isPlaying ? t('pause') : t('play')} onClick={onClick}>
      {isWaiting ? <span className="spin" /> : <Icon name={isPlaying ? 'pause' : 'play'} />}
    </button>
  )
}
