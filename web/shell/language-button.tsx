import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../i18n/language-provider.tsx'
import { Icon } from '../ui/icon.tsx'

/** Turns to the other language at once and remembers it. */
export function LanguageButton({ className }: { className?: string }) {
  const t = useTranslations('language')
  const navigate = useNavigate()
  const query = useSearch({ strict: false }) as Record<string, unknown>
  const { language, switchLanguage } = useLanguage()
  const other = language === 'ar' ? 'en' : 'ar'

  async function switchOver() {
    await switchLanguage(other)
    // An address that names a language would turn the page back at the next visit.
    if (query.lang) await navigate({ to: '.', search: { ...query, lang: other }, replace: true, viewTransition: false })
  }

  return (
    <button className={className} type="button" lang={other} onClick={() => void switchOver()}>
      <Icon name="globe" />
      {t('other')}
    </button>
  )
}
