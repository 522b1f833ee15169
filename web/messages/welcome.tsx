import { useTranslations } from 'use-intl'
import { Scene } from '../ui/scene.tsx'

/** Before the first message. */
export function Welcome({ name }: { name: string }) {
  const t = useTranslations('messages')
  return (
    <div className="stack center welcome">
      <Scene tone="light" at={0} />
      <h2>{t('welcome', { name: `\u2068${name}\u2069` })}</h2>
      <p>{t('welcomeText')}</p>
    </div>
  )
}
