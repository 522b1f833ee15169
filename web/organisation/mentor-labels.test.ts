import { expect, test } from 'vitest'
import { nameWithDigits } from '../inbox/list/name-with-digits.ts'
import { mentorLabels } from './mentor-labels.ts'

const salma = { id: 1, name: 'Salma', phoneNumber: '+971500001234' }
const isolated = (name: string, digits: string) => `\u2066…\u2060${digits}\u2069 \u2068${name}\u2069`

test('a mentor whose name nobody shares is only a name', () => {
  const omar = { id: 2, name: 'Omar', phoneNumber: '+971500005678' }
  expect([...mentorLabels([salma, omar], 'en').values()]).toEqual(['Salma', 'Omar'])
})

test('two mentors of one name are told apart by the end of their numbers, in the digits of the reader', () => {
  const other = { id: 2, name: 'salma', phoneNumber: '+971500005678' }
  const labels = [...mentorLabels([salma, other], 'ar').values()]
  expect(labels).toEqual([isolated('Salma', '١٢٣٤'), isolated('salma', '٥٦٧٨')])
})

test('where the last four digits are the same, too, more of them are shown', () => {
  const other = { id: 2, name: 'Salma', phoneNumber: '+962790011234' }
  expect([...mentorLabels([salma, other], 'en').values()]).toEqual([
    isolated('Salma', '01234'),
    isolated('Salma', '11234'),
  ])
})

test('in a sentence the name comes first, in the direction of the reader', () => {
  expect(nameWithDigits('سلمى', '1234', 'ar')).toBe('\u200f\u2068سلمى\u2069\u00a0\u2066(…\u2060١٢٣٤)\u2069')
  expect(nameWithDigits('سلمى', '1234', 'en')).toBe('\u200e\u2068سلمى\u2069\u00a0\u2066(…\u20601234)\u2069')
  expect(nameWithDigits('سلمى', undefined, 'en')).toBe('سلمى')
})

test('in the log, a colleague of the same name who has no phone keeps the name alone', () => {
  const team = [
    { id: 'a', name: 'Salma', phoneNumber: '+971500001234' },
    { id: 'b', name: 'Salma', phoneNumber: '' },
  ]
  expect([...mentorLabels(team, 'en')]).toEqual([
    ['a', isolated('Salma', '1234')],
    ['b', 'Salma'],
  ])
})
