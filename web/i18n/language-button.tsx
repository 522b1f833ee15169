import { languageAfter, languages } from '../../contract/languages.ts'
import { amend } from '../router/router.ts'
import { Icon } from '../ui/icon.tsx'
import { useLanguage } from './language-provider.tsx'

/** Switches to the next language at once and stores the choice. */
export function LanguageButton({ className }: { className?: string }) {
  const { language, switchLanguage } = useLanguage()
  const other = languageAfter(language)

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
  const other = languageAfter(useLanguage().language)
  return (
    <button className={className} type="button" lang={other} onClick={onClick}>
      <Icon name="globe" />
      {languages[other].name}
    </button>
  )
}
