import type { Language } from '../../contract/languages.ts'
import { digitsApart } from '../../contract/text/digits-apart.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { choiceWithDigits, nameWithDigits } from '../inbox/list/name-with-digits.ts'
import { useQuery } from '../queries/use-query.ts'
import { mentorsQuery } from './mentors-query.ts'

type Mentor<Id = number> = { id: Id; name: string; phoneNumber: string }

/**
 * The name of each mentor, or of others of the team, as `write` has it: those of one name with the last digits of their
 * phone numbers.
 */
export function mentorLabels<Id>(
  mentors: readonly Mentor<Id>[],
  language: Language,
  write = choiceWithDigits,
): ReadonlyMap<Id, string> {
  const digits = digitsApart(mentors)
  return new Map(mentors.map(({ id, name }) => [id, write(name, digits.get(id), language)]))
}

/** For a choice that closes. */
export function useMentorChoices(mentors: readonly Mentor[] | undefined): ReadonlyMap<number, string> {
  const { language } = useLanguage()
  return mentorLabels(mentors ?? [], language)
}

/** For lists and sentences. */
export function useMentorLabels(mentors: readonly Mentor[] | undefined): ReadonlyMap<number, string> {
  const { language } = useLanguage()
  return mentorLabels(mentors ?? [], language, nameWithDigits)
}

/** For lists and sentences: the label of the mentor with this name. */
export function useMentorLabel(): (id: number | null | undefined, name: string) => string {
  const labels = useMentorLabels(useQuery(mentorsQuery).data)
  return (id, name) => labels.get(id ?? -1) ?? name
}
