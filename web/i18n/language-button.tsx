import { useTranslations } from 'use-intl'
import { amend } from '../router/router.ts'
import { Icon } from '../ui/icon.tsx'
import { useLanguage } from './language-provider.tsx'

/** Turns to the other language at once and remembers it. */
export function LanguageButton({ className }: { className?: string }) {
  const { switchLanguage } = useLanguage()
  const other = useOtherLanguage()

  async function switchOver() {
    await switchLanguage(other)
    // An address that names a language would turn the page back at the next visit.
    const query = new URLSearchParams(location.search)
    if (!query.has('lang')) return
    query.set('lang', other)
    amend({ search: `?${query}` })
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
