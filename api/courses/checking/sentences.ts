import { type Language, languages } from '../../../contract/languages.ts'
import { inEachLanguage } from '../../../contract/text/in-each-language.ts'
import type english from '../../../contract/texts/en.json'
import { readTexts } from '../../texts/read-texts.ts'

type Sentences = (typeof english)['courseCheck']
type Key = keyof Sentences

/** In a text, a `<` begins a tag unless it is in quotation marks. These are removed here. */
const QUOTED = /'(<\w*>?)'/g
const texts = readTexts('courseCheck')
const sentences = inEachLanguage(code => {
  const unquoted = Object.entries(texts[code].courseCheck).map(([key, text]) => [key, text.replaceAll(QUOTED, '$1')])
  return Object.fromEntries(unquoted) as Sentences
})

const VALUE = /\{(\w+)\}/

/** The most exact pattern is first: one with many words comes before one that is nearly all value. */
const patterns = (Object.entries(sentences.en) as [Key, string][])
  .toSorted(([, one], [, other]) => withoutValues(other).length - withoutValues(one).length)
  .map(([key, sentence]) => ({ key, ...patternOf(sentence) }))

function withoutValues(sentence: string): string {
  return sentence.replaceAll(new RegExp(VALUE, 'g'), '')
}

function patternOf(sentence: string): { names: string[]; pattern: RegExp } {
  const [begin = '', ...rest] = sentence.split(VALUE)
  const names = rest.filter((_, index) => index % 2 === 0)
  const words = [begin, ...rest.filter((_, index) => index % 2 === 1)].map(words => words.replace(/[^\w\s]/g, '\\$&'))
  return { names, pattern: new RegExp(`^${words.join('(.+?)')}$`, 's') }
}

/**
 * A sentence about a course in the language of its reader. The rules write English, which the command prints. The
 * English sentence finds its translation. `yamlOther` matches every other sentence: those of the YAML parser.
 */
export function sentenceIn(language: Language, message: string): string {
  if (language === 'en') return message
  const found = foundIn(message)
  return found ? filled(sentences[language][found.key], language, found.names, found.values) : message
}

/** The rule that wrote an English sentence, by its key in `courseCheck`. */
export function ruleOf(message: string): Key | undefined {
  return foundIn(message)?.key
}

function foundIn(message: string): { key: Key; names: readonly string[]; values: string[] } | undefined {
  for (const { key, names, pattern } of patterns) {
    const found = pattern.exec(message)
    if (found) return { key, names, values: found.slice(1) }
  }
  return undefined
}

function filled(sentence: string, language: Language, names: readonly string[], values: readonly string[]): string {
  return names.reduce(
    (text, name, index) => text.replace(`{${name}}`, () => inText(values[index] ?? '', language)),
    sentence,
  )
}

/** Numbers in the digits of the language; everything else keeps its own direction. */
function inText(value: string, language: Language): string {
  if (!/^-?\d+(?:\.\d+)?$/.test(value)) return `\u2068${value}\u2069`
  return Number(value).toLocaleString(languages[language].locale, { useGrouping: false, maximumFractionDigits: 10 })
}
