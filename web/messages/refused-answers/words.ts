import type { RefusedAnswer } from '../../outbox/refused-answers.ts'
import { titleOf } from '../title-of.ts'

/** What was answered, as it stood on the screen. Of an answer written by an earlier version only what was stored is known. */
export function wordsOf({ content: { entry, seen } }: Pick<RefusedAnswer, 'content'>): string[] {
  const { answers = [], blanks = [] } = seen?.page.options ?? {}
  const choices = [...answers, ...blanks]
  return [entry.answer ?? []]
    .flat()
    .map(given => choices.find(({ id }) => id === given)?.text ?? given)
    .filter(word => word.trim() !== '')
}

/** The question and its lesson, where they are known. */
export function placeOf({ content: { seen } }: Pick<RefusedAnswer, 'content'>): string | undefined {
  return seen && [seen.lessonTitle, titleOf(seen.page)].filter(Boolean).join(': ')
}
