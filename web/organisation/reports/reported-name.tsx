import { useLanguage } from '../../i18n/language-provider.tsx'
import { nameWithDigits } from '../../inbox/list/name-with-digits.ts'
import { PersonName } from '../../messages/person-name.tsx'

type Props = {
  person: { name: string | null; contact?: string | undefined; digits?: string | undefined }
  /** The text if neither name nor contact is known. */
  nameless: string
}

/** The name of a person in a report. Without a name, the phone number or e-mail address, as in the list of people. */
export function ReportedName({ person: { name, contact, digits }, nameless }: Props) {
  const { language } = useLanguage()
  if (name !== null) return <bdi>{nameWithDigits(name, digits, language)}</bdi>
  return contact === undefined ? nameless : <PersonName name={contact} />
}
