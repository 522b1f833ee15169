import { useTranslations } from 'use-intl'

/** Also what stands there before the app is here. */
export function Reading() {
  const t = useTranslations('common')
  return (
    <div className="stack" aria-busy="true">
      <span className="bone title" />
      <span className="bone button" />
      <p className="hush" role="status">
        {t('loading')}
      </p>
    </div>
  )
}
