import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import { EditIcon } from '../../../editor/edit-icon.tsx'
import { languageOrEnglish } from '../../../editor/language-or-english.ts'
import { readabilityOf } from './readability.ts'

type Props = { draft: Draft; pages: Draft['lessons'][number]['pages'] }

const MAX_SHOWN = 5
const PAUSE_MS = 300

/** How much there is to read, and which sentences are long. It praises nothing and stops nothing. */
export function ReadabilityLine({ draft, pages }: Props) {
  const t = useTranslations('editor.ease')
  const language = languageOrEnglish(draft.course.language)
  const shown = useAfterPause(pages)
  const { words, seconds, sentences, long } = useMemo(
    () =>
      readabilityOf(
        shown.map(({ fields }) => fields),
        language,
      ),
    [shown, language],
  )
  if (words === 0) return null
  const minutes = Math.round(seconds / 60)
  return (
    <div className="cost-line">
      <EditIcon name="text" />
      <div>
        <p>
          {t('words', { count: words })} {minutes < 1 ? t('underAMinute') : t('minutes', { count: minutes })}{' '}
          {long.length === 0 ? t('noLong', { count: sentences }) : t('long', { count: long.length, all: sentences })}
        </p>
        {long.length > 0 && (
          <details>
            <summary>{t('which')}</summary>
            <ul className="plain-list">
              {long.slice(0, MAX_SHOWN).map(sentence => (
                <li key={sentence} lang={language} dir="auto">
                  {sentence}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </div>
  )
}

/** Returns a value after a pause, because counting words takes longer than showing the letter that was typed. */
function useAfterPause<T>(value: T): T {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setShown(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return shown
}
