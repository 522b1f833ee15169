import * as v from 'valibot'
import { Answer } from './answer.ts'
import { type Choice, idOf, listOf, type Mistake, type PageType } from './page-type.ts'

export const Blank = v.object({
  id: v.string(),
  text: v.string(),
  correctOrder: v.number(),
  /** The sentence before the place of this text. */
  prompt: v.optional(v.string()),
})
export type Blank = v.InferOutput<typeof Blank>

const options = v.strictObject({
  blanks: v.pipe(v.array(Blank), v.minLength(2), v.maxLength(12)),
  answers: v.optional(v.pipe(v.array(Answer), v.maxLength(12))),
})
type Options = Partial<v.InferOutput<typeof options>>

/** No page has so many words. A broken lesson with more must not freeze a phone. */
const AT_MOST = 50

/** The draft has one id for each place, and an empty string for an empty place. */
export const matchBlanks = {
  type: 'match-blanks',
  options,
  mistakes: sharedOrders,
  needs: 'nothing',
  mayOpenLesson: false,
  empty: [],
  draft: (stored, options) =>
    // Without the slice, a word in a place that no longer exists would count as used.
    listOf(stored)
      .slice(0, blanksInOrder(options).length)
      .map(one => idOf(bank(options), one)),
  stored: draft => draft,
  choices: bank,
  readsAnswersOf: [],
  isOwnWords: false,
  missing(draft, options) {
    const places = blanksInOrder(options)
    if (places.some((_, place) => !draft[place])) return 'fill-blanks'
    return places.every((_, place) => isRight(draft, place, options)) ? undefined : 'blanks-wrong'
  },
  checkedOnPress: ['blanks-wrong'],
  isDoneAtFilmEnd: false,
} satisfies PageType<string[], typeof options, 'fill-blanks' | 'blanks-wrong'>

/** The blanks in the right order, one for each place. */
export function blanksInOrder({ blanks = [] }: Options): Blank[] {
  return blanks.slice(0, AT_MOST).sort((a, b) => a.correctOrder - b.correctOrder)
}

export function bank({ blanks = [], answers = [] }: Options): Choice[] {
  return [...blanks.slice(0, AT_MOST), ...answers.slice(0, AT_MOST)]
}

/** Blanks with the same text are interchangeable. */
export function isRight(draft: readonly string[], place: number, options: Options): boolean {
  const chosen = bank(options).find(one => one.id === draft[place])
  return chosen !== undefined && chosen.text === blanksInOrder(options)[place]?.text
}

function sharedOrders({ blanks = [] }: Options): Mistake[] {
  const seen = new Set<number>()
  for (const { correctOrder } of blanks) {
    const message = `two words belong in place ${correctOrder}`
    if (seen.has(correctOrder)) return [{ path: ['blanks'], message }]
    seen.add(correctOrder)
  }
  const absent = blanks.findIndex((_, index) => !seen.has(index + 1)) + 1
  if (absent === 0) return []
  const message = `the places of the words are 1, 2, 3 and so on: ${absent} is missing`
  return [{ path: ['blanks'], message }]
}
