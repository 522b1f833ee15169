import type { Language } from '../../../../contract/languages.ts'
import type { OrgSettings } from '../../../../contract/organisation/settings.ts'
import { nameIn } from '../../../../contract/text/name-in.ts'

type Filling = { values: Pick<OrgSettings, 'name'>; appName: OrgSettings['name']; language: Language; link: string }

/** A text with the name of the organisation and a link in it, as it will be sent. */
export function filledIn(text: string, { values: { name }, appName, language, link }: Filling): string {
  const ours = nameIn(name, language) || appName[language]
  return text.replaceAll('{name}', ours).replaceAll('{link}', link)
}
