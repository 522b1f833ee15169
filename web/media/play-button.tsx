import { useTranslations } from 'use-intl'
import { Icon } from '../ui/icon.tsx'

type Props = { className: string; isPlaying: boolean; onClick(): void }

export function PlayButton({ className, isPlaying, onClick }: Props) {
  const t = useTranslations('media')
  return (
    <button className={className} type="button" aria-label={isPlaying ? t('pause') : t('play')} onClick={onClick}>
      <Icon name={isPlaying ? 'pause' : 'play'} />
    </button>
  )
}
