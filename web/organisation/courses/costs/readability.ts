import { marked, type Token } from 'marked'
import type { Language } from '../../../../contract/languages.ts'
import { type Group, isGroup } from '../../../editor/draft/draft-tree.ts'

export type Readability = {
  words: number
  /** How long somebody needs who reads slowly. */
  seconds: number
  sentences: number
  /** The long sentences, as they are in the text. */
  long: readonly string[]
}

type Rule = { wordsAMinute: number; longFrom: number }

/** How many words make a sentence long, and how many words a slow adult reader reads in a minute. */
const USUAL: Rule = { wordsAMinute: 150, longFrom: 21 }

/**
 * Languages with other numbers. Arabic joins articles, prepositions and pronouns to their words, so that fewer words
 * say the same: about three Arabic words for four English words.
 */
const OTHERS: Partial<Record<Language, Rule>> = { ar: { wordsAMinute: 110, longFrom: 16 } }

/** What learners read on these pages: the texts of the page and of its answers. */
const READ = ['textContent', 'text', 'feedback', 'prompt', 'detailContent', 'minLabel', 'maxLabel']

/**
 * Words, time and long sentences. Counted by rules, so it says how long sentences are and not whether they are good.
 */
export function readabilityOf(pages: readonly Group[], language: Language): Readability {
  const { wordsAMinute, longFrom } = OTHERS[language] ?? USUAL
  const sentences = pages.flatMap(readableTexts).flatMap(plainLines).flatMap(sentencesIn)
  const counted = sentences.map(sentence => ({ sentence, words: wordsIn(sentence) })).filter(({ words }) => words > 0)
  const words = counted.reduce((sum, one) => sum + one.words, 0)
  return {
    words,
    seconds: Math.round((words / wordsAMinute) * 60),
    sentences: counted.length,
    long: counted.flatMap(one => (one.words >= longFrom ? [one.sentence] : [])),
  }
}

/** All that learners read in a page or in a part of it. */
export function readableTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(readableTexts)
  if (!isGroup(value)) return []
  return Object.entries(value).flatMap(([name, one]) =>
    READ.includes(name) && typeof one === 'string' ? [one] : readableTexts(one),
  )
}

/** The lines of a text without Markdown. A heading and each item of a list are lines of their own. */
function plainLines(markdown: string): string[] {
  return marked.lexer(markdown).flatMap(linesOf)
}

function linesOf(token: Token): string[] {
  if (token.type === 'list') return token.items.flatMap((item: Token) => linesOf(item))
  if (token.type === 'table') return [...token.header, ...token.rows.flat()].map(cell => wordsOf(cell.tokens))
  const inner: Token[] = ('tokens' in token && token.tokens) || []
  if (token.type === 'blockquote' || token.type === 'list_item') return inner.flatMap(linesOf)
  return inner.length > 0 ? [wordsOf(inner)] : [textOf(token)]
}

function wordsOf(tokens: readonly Token[]): string {
  return tokens.map(token => (hasInner(token) ? wordsOf(token.tokens) : textOf(token))).join('')
}

/** Whether a token has inner words that learners read. People who see a picture do not read its description. */
function hasInner(token: Token): token is Token & { tokens: Token[] } {
  return token.type !== 'image' && 'tokens' in token && token.tokens !== undefined
}

function textOf(token: Token): string {
  if (token.type === 'html' || token.type === 'image') return ''
  if (token.type === 'space' || token.type === 'br') return ' '
  return 'text' in token ? String(token.text) : ''
}

/** A full stop between digits, as in 3.5, ends no sentence. Quotation marks and brackets may follow the end. */
function sentencesIn(line: string): string[] {
  return line.split(/(?<=(?:[!?؟…۔]|\.(?!\d))[»”’"')\]]*)\s+/).map(sentence => sentence.trim())
}

function wordsIn(sentence: string): number {
  return sentence.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’ـ.,٫-]*/gu)?.length ?? 0
}
