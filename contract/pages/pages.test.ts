import { describe, expect, test } from 'vitest'
import { ANSWER_LIMIT } from '../lessons.ts'
import { isChoiceList } from './choice-lists.ts'
import { pageTypeOf, pageTypes } from './index.ts'
import { bank, blanksInOrder, isRight } from './match-blanks.ts'
import { sliderRange } from './number.ts'
import { MAX_TEXT, readsAnswerOf } from './page-type.ts'

const answers = [
  { id: 'lift', text: 'Lift the cloth' },
  { id: 'press', text: 'Press firmly', isCorrect: true },
]
const blanks = [
  { id: 'water', text: 'running water', correctOrder: 2 },
  { id: 'pressure', text: 'pressure', correctOrder: 1 },
  { id: 'gauze', text: 'clean gauze', correctOrder: 3 },
]

/** The reason why a type does not accept a draft yet; undefined if it does. */
function missing(type: string, draft: unknown, options = {}) {
  return pageTypeOf(type).missing(draft, options)
}

test('the nine types of the specification exist', () => {
  const nine = [
    'explore-options',
    'match-blanks',
    'multichoice',
    'multiselect',
    'number',
    'number-text-response',
    'rich-text',
    'text-response',
    'video',
  ]
  expect([...pageTypes.keys()]).toEqual(expect.arrayContaining(nine))
})

test('each type is registered by its own name', () => {
  expect([...pageTypes.keys()]).toEqual([...pageTypes.values()].map(({ type }) => type))
})

test('no type that stores an answer lets a learner go on without one', () => {
  const open = [...pageTypes.values()].filter(
    ({ empty, stored, missing }) => stored(empty) !== undefined && !missing(empty, { answers, blanks }),
  )
  expect(
    open.map(({ type }) => type),
    'let `missing` give a reason for the empty draft',
  ).toEqual([])
})

test('the entries of an option that have ids are in a list that the editor and the reports know', () => {
  const lists = [...pageTypes].flatMap(([type, { options }]) =>
    Object.entries(entriesOf(options as Shape)).flatMap(([name, shape]) =>
      'id' in entriesOf(shape) ? [{ type, name }] : [],
    ),
  )
  expect(lists.length).toBeGreaterThan(4)
  const advice = 'call the list answers or blanks: authors cannot change another one, and reports do not count it'
  expect(
    lists.filter(({ name }) => !isChoiceList(name)),
    advice,
  ).toEqual([])
})

type Shape = { wrapped?: Shape; item?: Shape; entries?: Record<string, Shape> }

/** The fields of an object, or of the objects in a list. */
function entriesOf({ wrapped, item, entries = {} }: Shape): Record<string, Shape> {
  const inner = wrapped ?? item
  return inner ? entriesOf(inner) : entries
}

describe.each([...pageTypes.values()])('an answer that somebody writes on $type', type => {
  // As a text alone, and after another part, as on a slider with a text.
  const writes = (text: string) => [text, ['1', text]].map(stored => type.draft(stored, {}))

  test('is own words, which a mentor reviews', () => {
    const keepsText = writes('أختي ساعدتني').some(draft => [type.stored(draft)].flat().join().includes('أختي'))
    const advice =
      'a mentor gets to see what people write: isOwnWords; where one text alone is right, `draft` reads only that one'
    expect(type.isOwnWords, advice).toBe(keepsText)
  })

  test('is not longer than the server accepts', () => {
    if (!type.isOwnWords) return
    const reasons = writes('word '.repeat(ANSWER_LIMIT / 4)).map(draft => type.missing(draft, {}))
    expect(reasons, 'compare the text with MAX_TEXT in `missing`').toContain('too-long')
  })
})

test('an unknown type is shown as text with a button', () => {
  expect(pageTypeOf('hologram').type).toBe('rich-text')
  expect(pageTypeOf('constructor').type).toBe('rich-text')
})

describe('multichoice', () => {
  test('needs a choice, and the correct one if there is one', () => {
    expect(missing('multichoice', '', { answers })).toBe('choose')
    expect(missing('multichoice', 'lift', { answers })).toBe('choose-correct')
    expect(missing('multichoice', 'press', { answers })).toBeUndefined()
  })

  test('accepts any choice if none is marked correct', () => {
    expect(missing('multichoice', 'lift', { answers: [answers[0], { id: 'b', text: 'b' }] })).toBeUndefined()
  })

  test('recognizes an answer that was stored by its text', () => {
    expect(pageTypeOf('multichoice').draft('Press firmly', { answers })).toBe('press')
  })
})

describe('an answer whose id was removed from the page', () => {
  test('is no longer chosen', () => {
    expect(pageTypeOf('multichoice').draft('renamed', { answers })).toBe('')
    for (const type of ['multiselect', 'explore-options'])
      expect(pageTypeOf(type).draft(['renamed', 'press'], { answers }), type).toEqual(['press'])
  })

  test('leaves its place empty, and so does a removed place', () => {
    const { draft } = pageTypeOf('match-blanks')
    expect(draft(['pressure', 'renamed', 'gauze'], { blanks })).toEqual(['pressure', '', 'gauze'])
    expect(draft(['pressure', 'gauze', 'water'], { blanks: blanks.slice(0, 2) })).toEqual(['pressure', ''])
  })
})

describe('multiselect and explore', () => {
  test.each([
    ['multiselect', 'choose'],
    ['explore-options', 'open-one'],
  ])('%s needs at least one choice, and accepts any', (type, reason) => {
    expect(missing(type, [], { answers })).toBe(reason)
    expect(missing(type, ['lift'], { answers })).toBeUndefined()
  })

  test.each(['multiselect', 'explore-options'])('%s reads an answer whose choices are joined by bars', type => {
    expect(pageTypeOf(type).draft('Lift the cloth|press', { answers })).toEqual(['lift', 'press'])
  })
})

describe('match-blanks', () => {
  test('of a broken lesson with ten thousand words shows no more than a phone can draw', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ id: `w${at}`, text: `word ${at}`, correctOrder: at + 1 }))
    expect(blanksInOrder({ blanks: many })).toHaveLength(50)
    expect(bank({ blanks: many, answers: many })).toHaveLength(100)
  })

  test('needs every place filled, and then the right order', () => {
    expect(missing('match-blanks', ['pressure', ''], { blanks })).toBe('fill-blanks')
    expect(missing('match-blanks', ['water', 'pressure', 'gauze'], { blanks })).toBe('blanks-wrong')
    expect(missing('match-blanks', ['pressure', 'water', 'gauze'], { blanks })).toBeUndefined()
  })

  test('says for each place whether it is right', () => {
    const draft = ['pressure', 'gauze', 'water']
    expect(blanksInOrder({ blanks }).map((_, place) => isRight(draft, place, { blanks }))).toEqual([true, false, false])
  })

  test('accepts equal words in place of each other', () => {
    const twins = [
      { id: 'first', text: 'press', correctOrder: 1 },
      { id: 'again', text: 'press', correctOrder: 2 },
    ]
    expect(missing('match-blanks', ['again', 'first'], { blanks: twins })).toBeUndefined()
  })

  test('reports two blanks that need the same place', () => {
    const shared = [...blanks, { id: 'ice', text: 'ice', correctOrder: 2 }]
    expect(pageTypeOf('match-blanks').mistakes({ blanks: shared })).toEqual([
      { path: ['blanks'], message: 'two words belong in place 2' },
    ])
  })
})

describe('a page whose type an import changed', () => {
  const given: Record<string, string | string[]> = {
    'explore-options': ['press'],
    'match-blanks': ['pressure', 'water', 'gauze'],
    multichoice: 'press',
    multiselect: ['press', 'lift'],
    number: '7',
    'number-text-response': ['3', 'twice a year'],
    'text-response': 'I helped my brother',
  }
  /** Types whose answers are only ids of `options.answers`. An answer means the same on each of these types. */
  const ofChoices = [...pageTypes.keys()].filter(type => {
    const { choices } = pageTypeOf(type)
    return choices({ answers }).length > 0 && choices({ blanks }).length === 0
  })
  const pairs = [...pageTypes.keys()].flatMap(now => [...pageTypes.keys()].map(before => ({ before, now })))

  test.each(pairs)('$before, then $now: the answer is read if it means the same, and never as text', pair => {
    const { before, now } = pair
    const isAlike = before === now || (ofChoices.includes(before) && ofChoices.includes(now))
    const advice = 'a type whose choices are `answers` is named in CHOICE_TYPES and reads them; no other type does'
    expect(readsAnswerOf(pageTypeOf(now), before), advice).toBe(isAlike)
    const answer = given[before]
    if (!isAlike || answer === undefined) return
    const draft = pageTypeOf(now).draft(answer, { answers, blanks })
    if (before === now) expect(draft).toEqual(answer)
    else expect(['lift', 'press', '']).toEqual(expect.arrayContaining([draft].flat()))
  })

  test('the type of older answers is not known: they are read as before', () => {
    expect(readsAnswerOf(pageTypeOf('text-response'), undefined)).toBe(true)
    expect(readsAnswerOf(pageTypeOf('text-response'), null)).toBe(true)
  })

  test('a text moves no slider', () => {
    expect(pageTypeOf('number').draft('press', {})).toBe('')
    expect(pageTypeOf('number-text-response').draft(['press', 'lift'], {})).toEqual(['', 'lift'])
  })
})

describe('numbers and texts', () => {
  test('a number needs a touched slider, and is stored as text', () => {
    expect(missing('number', '')).toBe('touch-slider')
    expect(missing('number', '0')).toBeUndefined()
    expect(pageTypeOf('number').stored('7')).toBe('7')
  })

  test('a number with text needs both, and at least five characters', () => {
    expect(missing('number-text-response', ['', 'twice a year'])).toBe('touch-slider')
    expect(missing('number-text-response', ['3', 'نعم!'])).toBe('write-more')
    expect(missing('number-text-response', ['3', 'مرّات'])).toBeUndefined()
  })

  test('spaces do not count as text, an emoji counts as one character, and a text that is too long is refused', () => {
    expect(missing('text-response', '     ')).toBe('write-or-record')
    expect(missing('text-response', ' abcd ')).toBe('write-or-record')
    expect(missing('text-response', '👋👋👋👋')).toBe('write-or-record')
    expect(missing('text-response', 'x'.repeat(MAX_TEXT))).toBeUndefined()
    expect(missing('text-response', 'x'.repeat(MAX_TEXT + 1))).toBe('too-long')
    expect(missing('number-text-response', ['5', 'x'.repeat(MAX_TEXT + 1)])).toBe('too-long')
    expect(MAX_TEXT, 'leaves space for a number').toBeLessThan(ANSWER_LIMIT - 50)
    expect(missing('text-response', 'abcde')).toBeUndefined()
  })

  test('a slider runs from 0 to 10 by 1 by default, and corrects impossible values', () => {
    expect(sliderRange({})).toEqual({ min: 0, max: 10, step: 1 })
    expect(sliderRange({ min: 5, max: 20, step: 5 })).toEqual({ min: 5, max: 20, step: 5 })
    expect(sliderRange({ min: 5, max: 5, step: 0 })).toEqual({ min: 5, max: 15, step: 1 })
  })
})
