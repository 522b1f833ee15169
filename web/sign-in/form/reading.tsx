import { useTranslations } from 'use-intl'

/** A skeleton while data is loaded. The prerendered page has it, too. */
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
