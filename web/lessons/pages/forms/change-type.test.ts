import { expect, test } from 'vitest'
import { pageTypeOf, pageTypes } from '../../../../contract/pages/index.ts'
import english from '../../../../contract/texts/en.json' with { type: 'json' }
import { convertedOptions } from './change-type.ts'
import { pageFormOf, pageForms } from './index.ts'
import type { PageForm } from './page-form.ts'

const form = (type: string) => pageFormOf(type) as PageForm
const ids = (prefix: string) => {
  let made = 0
  return () => `${prefix}${made++}`
}

test('every page type has a form', () => {
  const advice = 'write its form in web/lessons/pages/forms/<type>.tsx, then run npm run lists'
  expect(pageForms.map(({ type }) => type).sort(), advice).toEqual([...pageTypes.keys()].sort())
})

test('each form names the options of its type, so that a change of type keeps them', () => {
  const named = Object.fromEntries(pageForms.map(({ type, options }) => [type, options.toSorted()]))
  const namesIn = (shape: object) => Object.keys((shape as { entries?: object }).entries ?? {}).sort()
  const known = Object.fromEntries(pageForms.map(({ type }) => [type, namesIn(pageTypeOf(type).options)]))
  expect(named, 'name each option of contract/pages/<type>.ts in `options` of its form').toEqual(known)
})

test('every page type has a name and a sentence for authors', () => {
  const advice =
    'add editor.type.<type>.name and editor.type.<type>.about to contract/texts/en.json, then to the others'
  expect(Object.keys(english.editor.type).sort(), advice).toEqual([...pageTypes.keys()].sort())
})

test('a question keeps its answers and their ids when it becomes another kind of question', () => {
  const answers = [
    { id: 'boiling', text: 'Boiling', isCorrect: true, feedback: 'Yes' },
    { id: 'warm', text: 'Warm' },
  ]
  expect(convertedOptions(form('multichoice'), form('multiselect'), { answers }, ids('a'))).toEqual({
    options: {
      answers: [
        { id: 'boiling', text: 'Boiling', feedback: 'Yes' },
        { id: 'warm', text: 'Warm' },
      ],
    },
    lost: { fields: ['isCorrect'], answers: 0 },
  })
})

test('answers become words in their places, and the other way round', () => {
  const answers = [
    { id: 'one', text: 'One' },
    { id: 'two', text: 'Two' },
  ]
  const { options, lost } = convertedOptions(form('multiselect'), form('match-blanks'), { answers }, ids('w'))
  expect(options).toEqual({
    blanks: [
      { id: 'one', text: 'One', correctOrder: 1 },
      { id: 'two', text: 'Two', correctOrder: 2 },
    ],
  })
  expect(lost).toEqual({ fields: [], answers: 0 })
  expect(convertedOptions(form('match-blanks'), form('multiselect'), options, ids('a')).options).toEqual({ answers })
})

test('says how many answers the other kind has no place for', () => {
  const answers = Array.from({ length: 14 }, (_, index) => ({ id: `a${index}`, text: 'x' }))
  const { options, lost } = convertedOptions(form('multiselect'), form('match-blanks'), { answers }, ids('w'))
  expect(options?.blanks).toHaveLength(12)
  expect(lost.answers).toBe(2)
})

test('in each pair of types a fresh page becomes one that the import would take', () => {
  for (const from of pageForms) {
    for (const to of pageForms) {
      if (from === to) continue
      const { options } = convertedOptions(from, to, from.fresh(ids('a')), ids('b'))
      const fresh = to.fresh(ids('c'))?.[to.answers?.list ?? '']
      const least = Array.isArray(fresh) ? fresh.length : 0
      const list = (options?.[to.answers?.list ?? ''] ?? []) as unknown[]
      expect(list.length, `${from.type} to ${to.type}`).toBeGreaterThanOrEqual(least)
    }
  }
})
