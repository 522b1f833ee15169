import { useTranslations } from 'use-intl'
import { amend } from '../router/router.ts'
import { Icon } from '../ui/icon.tsx'
import { useLanguage } from './language-provider.tsx'

/** Switches to the other language at once and stores the choice. */
export function LanguageButton({ className }: { className?: string }) {
  const { switchLanguage } = useLanguage()
  const other = useOtherLanguage()

  async function switchOver() {
    await switchLanguage(other)
    // A URL that names a language would switch back at the next visit.
    const query = new URLSearchParams(location.search)
    if (!query.has('lang')) return
    query.set('lang', other)
    amend({ search: `?${query}` })
  }

  return <LanguageButtonFace className={className} onClick={() => void switchOver()} />
}

/** Also drawn before the app is ready, without an action. */
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
