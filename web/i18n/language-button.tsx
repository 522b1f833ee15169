import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '../ui/icon.tsx'
import { useLanguage } from './language-provider.tsx'

/** Turns to the other language at once and remembers it. */
export function LanguageButton({ className }: { className?: string }) {
  const navigate = useNavigate()
  const query = useSearch({ strict: false }) as Record<string, unknown>
  const { switchLanguage } = useLanguage()
  const other = useOtherLanguage()

  async function switchOver() {
    await switchLanguage(other)
    // An address that names a language would turn the page back at the next visit.
    if (query.lang) await navigate({ to: '.', search: { ...query, lang: other }, replace: true, viewTransition: false })
  }

  return <LanguageButtonFace className={className} onClick={() => void switchOver()} />
}

/** How it looks, also where it cannot do anything yet. */
export function LanguageButtonFace({ className, onClick }: { className?: string | undefined; onClick?: () => void }) {
  const t = useTranslations('language')
  return (
    <button className={className} type="button" lang={useOtherLanguage()} onClick={onClick}>
      <Icon name="globe" />
      {t('other')}
    </button>
  )
}

function useOtherLanguage() {
  return useLanguage().language === 'ar' ? 'en' : 'ar'
}
