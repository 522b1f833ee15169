import type { Language } from '../../contract/languages.ts'
import { searchable } from '../../contract/text/search-text.ts'
import { toDigitsOf } from '../i18n/digits.ts'
import { useLanguage } from '../i18n/language-provider.tsx'

type Mentor<Id = number> = { id: Id; name: string; phoneNumber: string }

const FEWEST_DIGITS = 4

/**
 * The name of each mentor, or of others of the team, in a choice. For two of one name the last digits of their phone
 * numbers come first: a closed choice on a phone cuts off the end.
 */
export function mentorLabels<Id>(mentors: readonly Mentor<Id>[], language: Language): ReadonlyMap<Id, string> {
  return new Map(
    mentors.map(({ id, name, phoneNumber }) => {
      const others = mentors.filter(other => other.id !== id && searchable(other.name) === searchable(name))
      return [
        id,
        others.length === 0 || phoneNumber === ''
          ? name
          : `${lastDigits(phoneNumber, others, language)} \u2068${name}\u2069`,
      ]
    }),
  )
}

export function useMentorLabels(mentors: readonly Mentor[] | undefined): ReadonlyMap<number, string> {
  const { language } = useLanguage()
  return mentorLabels(mentors ?? [], language)
}

/** As few digits as tell this number from the others, and four at least. */
function lastDigits(phone: string, others: readonly Pick<Mentor, 'phoneNumber'>[], language: Language): string {
  let count = FEWEST_DIGITS
  const isAlone = () => others.every(({ phoneNumber }) => !phoneNumber.endsWith(phone.slice(-count)))
  while (count < phone.length && !isAlone()) count++
  return `\u2066…${toDigitsOf(language, phone.slice(-count))}\u2069`
}
