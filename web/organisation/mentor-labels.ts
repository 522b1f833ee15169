import type { Language } from '../../contract/languages.ts'
import { digitsApart } from '../../contract/text/digits-apart.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { nameWithDigits } from '../inbox/list/name-with-digits.ts'
import { useQuery } from '../queries/use-query.ts'
import { mentorsQuery } from './mentors-query.ts'

type Mentor<Id = number> = { id: Id; name: string; phoneNumber: string }

/**
 * The name of each mentor, or of others of the team, in a choice. For two of one name the last digits of their phone
 * numbers come first: a closed choice on a phone cuts off the end.
 */
export function mentorLabels<Id>(mentors: readonly Mentor<Id>[], language: Language): ReadonlyMap<Id, string> {
  const digits = digitsApart(mentors)
  return new Map(mentors.map(({ id, name }) => [id, nameWithDigits(name, digits.get(id), language)]))
}

export function useMentorLabels(mentors: readonly Mentor[] | undefined): ReadonlyMap<number, string> {
  const { language } = useLanguage()
  return mentorLabels(mentors ?? [], language)
}

/** Outside of a choice: the label of the mentor with this name. */
export function useMentorLabel(): (id: number | null | undefined, name: string) => string {
  const labels = useMentorLabels(useQuery(mentorsQuery).data)
  return (id, name) => labels.get(id ?? -1) ?? name
}
