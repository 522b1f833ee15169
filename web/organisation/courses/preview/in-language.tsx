import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { IntlProvider } from 'use-intl'
import { type Language, languages } from '../../../../contract/languages.ts'
import { LanguageContext, timeZone } from '../../../i18n/language-provider.tsx'
import { onMoreTexts, type Texts, textsIn } from '../../../i18n/texts.ts'

type Props = { language: Language; children: ReactNode }

/** Shows a page in another language. The app around the page keeps its language. */
export function InLanguage({ language, children }: Props) {
  const [texts, setTexts] = useState<Texts>()
  useEffect(() => {
    let isOver = false
    const load = () => void textsIn(language).then(loaded => isOver || setTexts(loaded))
    load()
    const stop = onMoreTexts(load)
    return () => {
      isOver = true
      stop()
    }
  }, [language])
  const chosen = useMemo(() => ({ language, switchLanguage: async () => {} }), [language])
  if (!texts) return null
  return (
    <LanguageContext value={chosen}>
      <IntlProvider locale={languages[language].locale} messages={texts} timeZone={timeZone()}>
        {children}
      </IntlProvider>
    </LanguageContext>
  )
}
