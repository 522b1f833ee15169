import { useFormatter } from 'use-intl'
import { languages } from '../../contract/languages.ts'
import { useLanguage } from '../i18n/language-provider.tsx'

const GB = 1_000_000_000
const MB = 1_000_000
const KB = 1000

/** Bytes in the units that people pay for: 340 kB, 1.2 MB; in Arabic in full words, which are short. */
export function useSizeInWords(): (bytes: number) => string {
  const format = useFormatter()
  const { language } = useLanguage()
  const unitDisplay = languages[language].units
  return bytes => {
    const [amount, unit] = inUnits(bytes)
    const words = format.number(amount, {
      style: 'unit',
      unit,
      unitDisplay,
      maximumFractionDigits: 1,
    })
    // A line does not break between a number and its unit.
    return words.replace(' ', '\u00a0')
  }
}

function inUnits(bytes: number): [amount: number, unit: string] {
  if (bytes >= GB) return [bytes / GB, 'gigabyte']
  if (bytes >= MB - KB / 2) return [bytes / MB, 'megabyte']
  return [Math.max(1, Math.round(bytes / KB)), 'kilobyte']
}
