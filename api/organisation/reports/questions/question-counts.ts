import type { Page } from '../../../../contract/lessons.ts'
import { RECORDED } from '../../../../contract/media.ts'
import { MIN_SHOWN, type QuestionReport } from '../../../../contract/organisation/reports.ts'
import { pageTypeOf } from '../../../../contract/pages/index.ts'
import { blanksInOrder, isRight } from '../../../../contract/pages/match-blanks.ts'
import { sliderRange } from '../../../../contract/pages/number.ts'
import { idOf, listOf } from '../../../../contract/pages/page-type.ts'
import { rounded } from '../small-numbers.ts'
import { hasRightAnswer, isSlider, type PersonAnswer } from './question-answers.ts'

type Answers = NonNullable<QuestionReport['answers']>

const MAX_BARS = 10

/** The answers in numbers, each rounded. */
export function countsOf(page: Page, shown: readonly PersonAnswer[]): Answers {
  return {
    chosen: chosenOf(page, shown),
    tries: hasRightAnswer(page) ? triesOf(shown) : null,
    numbers: isSlider(page) ? numbersOf(page, shown) : null,
    places: placesOf(page, shown),
    words: pageTypeOf(page.type).isOwnWords ? wordsOf(shown) : null,
  }
}

function chosenOf({ options = {} }: Page, shown: readonly PersonAnswer[]): Answers['chosen'] {
  const { answers = [], blanks } = options
  if (blanks || answers.length === 0) return []
  const isGraded = answers.some(({ isCorrect }) => isCorrect)
  const counts = new Map<string, number>()
  for (const { answer } of shown)
    for (const id of new Set(listOf(answer).map(one => idOf(answers, one)))) counts.set(id, (counts.get(id) ?? 0) + 1)
  const known = answers.map(({ id, text, isCorrect }) => ({
    id,
    text,
    isRight: isGraded ? isCorrect === true : null,
    count: rounded(counts.get(id) ?? 0),
  }))
  const gone = rounded(counts.get('') ?? 0)
  return gone === null ? known : [...known, { id: null, text: '', isRight: null, count: gone }]
}

function triesOf(shown: readonly PersonAnswer[]): Answers['tries'] {
  const count = (fits: (tries: number) => boolean) => rounded(shown.filter(({ tries }) => fits(tries ?? 0)).length)
  return { first: count(tries => tries === 1), second: count(tries => tries === 2), later: count(tries => tries > 2) }
}

function numbersOf({ options = {} }: Page, shown: readonly PersonAnswer[]): Answers['numbers'] {
  const { min, max, step } = sliderRange(options)
  const values = shown
    .map(({ answer }) => Number([answer].flat()[0]))
    .filter(Number.isFinite)
    .toSorted((one, other) => one - other)
  if (values.length < MIN_SHOWN) return null
  const placeOf = (value: number) => Math.floor(withoutDust((value - min) / step))
  const numberAt = (place: number) => withoutDust(min + place * step)
  const last = placeOf(max)
  const width = Math.ceil((last + 1) / MAX_BARS)
  const bars: NonNullable<Answers['numbers']>['bars'] = []
  for (let place = 0; place <= last; place += width) {
    const end = Math.min(place + width - 1, last)
    const count = values.filter(value => placeOf(value) >= place && placeOf(value) <= end).length
    bars.push({ from: numberAt(place), to: numberAt(end), count: rounded(count) })
  }
  return { middle: values[(values.length - 1) >> 1] as number, bars }
}

/** Steps such as 0.1 do not add up exactly: three of them are 0.30000000000000004. */
function withoutDust(value: number): number {
  return Number(value.toPrecision(12))
}

function placesOf({ options = {} }: Page, shown: readonly PersonAnswer[]): Answers['places'] {
  if (!options.blanks) return []
  const drafts = shown.map(({ answer }) => listOf(answer))
  return blanksInOrder(options).map(({ text }, place) => ({
    text,
    wrong: rounded(drafts.filter(draft => !isRight(draft, place, options)).length),
  }))
}

function wordsOf(shown: readonly PersonAnswer[]): Answers['words'] {
  const spoken = shown.filter(({ answer }) => String(answer).startsWith(RECORDED))
  const seconds = spoken
    .flatMap(({ spokenMs }) => (spokenMs === null ? [] : [spokenMs / 1000]))
    .toSorted((a, b) => a - b)
  const middle = seconds[(seconds.length - 1) >> 1]
  return {
    written: rounded(shown.length - spoken.length),
    spoken: rounded(spoken.length),
    reviewed: rounded(shown.filter(({ isReviewed }) => isReviewed).length),
    seconds: seconds.length < MIN_SHOWN || middle === undefined ? null : (rounded(middle) ?? 5),
  }
}
