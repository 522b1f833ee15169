import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { IntlProvider } from 'use-intl'
import type { Language } from '../../contract/courses.ts'
import { applyLanguage, locales } from './language.ts'
import { loadMessages, type Messages, onMoreTexts } from './messages.ts'

type Chosen = { language: Language; switchLanguage(language: Language): Promise<void> }

const LanguageContext = createContext<Chosen | undefined>(undefined)

type Props = { initial: { language: Language; messages: Messages }; children: ReactNode }

/** Gives every screen its texts; a switch turns texts, direction and digits at once. */
export function LanguageProvider({ initial, children }: Props) {
  const [shown, setShown] = useState(initial)
  useEffect(() => onMoreTexts(messages => setShown(({ language }) => ({ language, messages }))), [])
  const switchLanguage = useCallback(async (language: Language) => {
    const messages = await loadMessages(language)
    applyLanguage(language)
    setShown({ language, messages })
  }, [])
  const chosen = useMemo(() => ({ language: shown.language, switchLanguage }), [shown.language, switchLanguage])
  return (
    <LanguageContext value={chosen}>
      <IntlProvider locale={locales[shown.language]} messages={shown.messages} timeZone={timeZone()}>
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

function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
