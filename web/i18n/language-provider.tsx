import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { IntlProvider } from 'use-intl'
import { type Language, languages } from '../../contract/languages.ts'
import { applyLanguage } from './language.ts'
import { loadTexts, onMoreTexts, type Texts } from './texts.ts'

type Chosen = { language: Language; switchLanguage(language: Language): Promise<void> }

export const LanguageContext = createContext<Chosen | undefined>(undefined)

type Props = { initial: { language: Language; texts: Texts }; children: ReactNode }

/** Gives every screen its texts; a switch changes texts, direction and digits at once. */
export function LanguageProvider({ initial, children }: Props) {
  const [shown, setShown] = useState(initial)
  useEffect(() => onMoreTexts(texts => setShown(({ language }) => ({ language, texts }))), [])
  const switchLanguage = useCallback(async (language: Language) => {
    const texts = await loadTexts(language)
    applyLanguage(language)
    setShown({ language, texts })
  }, [])
  const chosen = useMemo(() => ({ language: shown.language, switchLanguage }), [shown.language, switchLanguage])
  return (
    <LanguageContext value={chosen}>
      <IntlProvider locale={languages[shown.language].locale} messages={shown.texts} timeZone={timeZone()}>
        {children}
      </IntlProvider>
    </LanguageContext>
  )
}

export function useLanguage(): Chosen {
  const chosen = use(LanguageContext)
  if (!chosen) throw new Error('useLanguage needs a LanguageProvider above it')
  return chosen
}

export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
