import { useTranslations } from 'use-intl'

/** What a withdrawn course means for somebody in the middle of it. */
export function WithdrawnNote() {
  const t = useTranslations('rests')
  return (
    <span className="meta">
      <b>{t('title')}</b> {t('about')}
    </span>
  )
}
