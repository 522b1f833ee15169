import type { Language } from '../../contract/languages.ts'
import { digitsApart } from '../../contract/text/digits-apart.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { choiceWithDigits, nameWithDigits } from '../inbox/list/name-with-digits.ts'
import { useQuery } from '../queries/use-query.ts'
import { mentorsQuery } from './mentors-query.ts'

type Mentor<Id = number> = { id: Id; name: string; phoneNumber: string }

/**
 * Labels for mentors, or for other people of the team, in the form of `write`. People with the same name get the last
 * digits of their phone numbers.
 */
export function mentorLabels<Id>(
  mentors: readonly Mentor<Id>[],
  language: Language,
  write = choiceWithDigits,
): ReadonlyMap<Id, string> {
  const digits = digitsApart(mentors)
  return new Map(mentors.map(({ id, name }) => [id, write(name, digits.get(id), language)]))
}

/** Labels for the options of a choice (`select`), which may cut off their end. */
export function useMentorChoices(mentors: readonly Mentor[] | undefined): ReadonlyMap<number, string> {
  const { language } = useLanguage()
  return mentorLabels(mentors ?? [], language)
}

/** Labels for lists and sentences. */
export function useMentorLabels(mentors: readonly Mentor[] | undefined): ReadonlyMap<number, string> {
  const { language } = useLanguage()
  return mentorLabels(mentors ?? [], language, nameWithDigits)
}

/** For lists and sentences: the label of the mentor with this name. */
export function useMentorLabel(): (id: number | null | undefined, name: string) => string {
  const labels = useMentorLabels(useQuery(mentorsQuery).data)
  return (id, name) => labels.get(id ?? -1) ?? name
}
