import { useTranslations } from 'use-intl'

/** Also part of the prerendered page. */
export function Reading() {
  const t = useTranslations('common')
  return (
    <div className="stack" aria-busy="true">
      <span className="skeleton title" />
      <span className="skeleton button" />
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
    </div>
  )
}
