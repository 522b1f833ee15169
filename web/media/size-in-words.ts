import { useFormatter } from 'use-intl'
import { languages } from '../../contract/languages.ts'
import { useLanguage } from '../i18n/language-provider.tsx'

const MB = 1_000_000
const KB = 1000

/** Bytes in the units that people pay for: 340 kB, 1.2 MB; in Arabic in full words, which are short. */
export function useSizeInWords(): (bytes: number) => string {
  const format = useFormatter()
  const { language } = useLanguage()
  const unitDisplay = languages[language].units
  return bytes => {
    const isLarge = bytes >= MB - KB / 2
    return format.number(isLarge ? bytes / MB : Math.max(1, Math.round(bytes / KB)), {
      style: 'unit',
      unit: isLarge ? 'megabyte' : 'kilobyte',
      unitDisplay,
      maximumFractionDigits: 1,
    })
  }
}
