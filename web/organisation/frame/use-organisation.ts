import { languageCodes } from '../../../contract/languages.ts'
import { nameIn } from '../../../contract/text/name-in.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { useQuery } from '../../queries/use-query.ts'
import { useUser } from '../../user/user.ts'
import { ownRolesQuery } from '../own-roles-query.ts'

type Organisation = {
  /** In the language of the app, or else in another language. Empty if the owners have given no name. */
  name: string
  /** The name in each language that has one, without repetition. */
  names: readonly string[]
  /** Undefined for the colour of the app. */
  colour: string | undefined
}

/** The name and the colour that the owners have chosen. White is readable on the colour. */
export function useOrganisation(): Organisation {
  const { language } = useLanguage()
  const hasRole = (useUser().data?.user.teamRoles ?? []).length > 0
  const { data } = useQuery({ ...ownRolesQuery, enabled: hasRole })
  const { name, colour } = data?.organisation ?? {}
  const names = name ? [...new Set(languageCodes.map(code => name[code]).filter(text => text !== ''))] : []
  return { name: nameIn(name, language), names, colour: colour || undefined }
}
