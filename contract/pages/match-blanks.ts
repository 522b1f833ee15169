import * as v from 'valibot'
import { Answer, Blank, type PageOptions } from '../lessons.ts'
import { idOf, listOf, type Mistake, type PageType } from './page-type.ts'

/** The ids that stand in the places, by position; an empty string where a place is still free. */
export const matchBlanks: PageType<string[]> = {
  type: 'match-blanks',
  options: v.strictObject({
    blanks: v.pipe(v.array(Blank), v.minLength(2), v.maxLength(12)),
    answers: v.optional(v.pipe(v.array(Answer), v.maxLength(12))),
  }),
  mistakes: sharedOrders,
  empty: [],
  draft: (stored, options) =>
    // A word in a place that is gone would count as used.
    listOf(stored)
      .slice(0, inOrder(options).length)
      .map(one => idOf(bank(options), one)),
  stored: draft => draft,
  missing(draft, options) {
    const places = inOrder(options)
    if (places.some((_, place) => !draft[place])) return 'fill-blanks'
    return places.every((_, place) => isRight(draft, place, options)) ? undefined : 'blanks-wrong'
  },
}

/** The blanks as the right answer has them, one for each place. */
export function inOrder({ blanks = [] }: PageOptions): Blank[] {
  return [...blanks].sort((a, b) => a.correctOrder - b.correctOrder)
}

/** All texts to choose from: the blanks' own and the extra ones. */
export function bank({ blanks = [], answers = [] }: PageOptions): { id: string; text: string }[] {
  return [...blanks, ...answers]
}

/** Texts that read the same are interchangeable. */
export function isRight(draft: readonly string[], place: number, options: PageOptions): boolean {
  const chosen = bank(options).find(one => one.id === draft[place])
  return chosen !== undefined && chosen.text === inOrder(options)[place]?.text
}

function sharedOrders({ blanks = [] }: PageOptions): Mistake[] {
  const seen = new Set<number>()
  for (const { correctOrder } of blanks) {
    if (seen.has(correctOrder)) return [{ path: ['blanks'], message: `two blanks share correctOrder ${correctOrder}` }]
    seen.add(correctOrder)
  }
  const absent = blanks.findIndex((_, index) => !seen.has(index + 1)) + 1
  if (absent === 0) return []
  return [{ path: ['blanks'], message: `correctOrder counts the places 1, 2, 3 and so on: ${absent} is missing` }]
}
