import { readFileSync } from 'node:fs'
import type { Language } from '../../contract/languages.ts'
import { inEachLanguage } from '../../contract/text/in-each-language.ts'
import { withFallback } from '../../contract/text/with-fallback.ts'
import type english from '../../contract/texts/en.json'

type Texts = typeof english

/** Reads some sections of the texts, in each language. A text that a language lacks is in English. */
export function readTexts<Section extends keyof Texts>(...sections: Section[]) {
  const fallback = sectionsOf('en', sections)
  return inEachLanguage(code => withFallback(sectionsOf(code, sections), fallback) as Pick<Texts, Section>)
}

function sectionsOf(language: Language, sections: readonly (keyof Texts)[]) {
  const texts = JSON.parse(readFileSync(new URL(`../../contract/texts/${language}.json`, import.meta.url), 'utf8'))
  return Object.fromEntries(sections.map(section => [section, texts[section] ?? {}]))
}
