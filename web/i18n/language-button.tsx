import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { languageAfter, languages } from '../../contract/languages.ts'
import { Icon } from '../ui/icon.tsx'
import { useLanguage } from './language-provider.tsx'

/** The note covers what is below it, so it disappears after this time. */
const SHOWN_MS = 5000

/**
 * Switches to the next language and stores the choice. Without a network, the texts of that language may be missing.
 */
export function LanguageButton({ className }: { className?: string }) {
  const t = useTranslations('offline')
  const { language, switchLanguage } = useLanguage()
  const [state, setState] = useState<'coming' | 'missing'>()

  async function switchOver() {
    setState('coming')
    await switchLanguage(languageAfter(language)).then(
      () => setState(undefined),
      () => setState('missing'),
    )
  }

  useEffect(() => {
    if (state !== 'missing') return
    const timer = setTimeout(() => setState(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])

  return (
    <>
      <LanguageButtonFace className={className} isBusy={state === 'coming'} onClick={() => void switchOver()} />
      {state === 'missing' && (
        <div className="snack" role="alert">
          {t('title')}
        </div>
      )}
    </>
  )
}

type FaceProps = { className?: string | undefined; isBusy?: boolean; onClick?: () => void }

/** The button itself. The prerendered page shows it, too, without an action. */
export function LanguageButtonFace({ className, isBusy, onClick }: FaceProps) {
  const other = languageAfter(useLanguage().language)
  return (
    <button className={className} type="button" lang={other} aria-busy={isBusy} onClick={onClick}>
      {isBusy ? <span className="spin" /> : <Icon name="globe" />}
      {languages[other].name}
    </button>
  )
}
