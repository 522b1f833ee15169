import { useTranslations } from 'use-intl'
import { Scene } from '../ui/scene.tsx'

/** Shown instead of everything while the organisation works on the server. */
export function MaintenanceScreen() {
  const t = useTranslations('maintenance')
  return (
    <main className="full on-white">
      <Scene tone="light" at={2} />
      <h1>{t('title')}</h1>
      <p>{t('body')}</p>
      <p className="meta">{t('safe')}</p>
    </main>
  )
}
