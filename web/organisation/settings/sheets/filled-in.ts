import type { Language } from '../../../../contract/languages.ts'
import type { SettingsPage } from '../../../../contract/organisation/settings.ts'
import { nameIn } from '../../../../contract/text/name-in.ts'

type Filling = Pick<SettingsPage, 'values' | 'appName' | 'sampleLink' | 'sampleReminder'>
type SentText = { name: 'invitation' | 'reminder'; text: string; language: Language }

/** An invitation or a reminder as it will be sent. */
export function filledIn({ name, text, language }: SentText, page: Filling): string {
  const { link, around } = page.sampleReminder
  const isReminder = name === 'reminder'
  const ours = nameIn(page.values.name, language) || page.appName[language]
  const words = text.replaceAll('{name}', () => ours).replaceAll('{link}', () => (isReminder ? link : page.sampleLink))
  return isReminder ? around[language].replaceAll('{reminder}', () => words) : words
}
