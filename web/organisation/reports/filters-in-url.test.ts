import { expect, test } from 'vitest'
import { daysAt, filtersIn, pathsFor, queryOf, searchOf } from './filters-in-url.ts'

const names = ['days', 'course', 'mentor', 'awake'] as const

test('a link with filters asks for the same report, and gives the same link', () => {
  for (const search of ['', '?days=90', '?course=first-aid&mentor=none', '?from=2026-01-05&to=2026-02-01&awake=1'])
    expect(searchOf(filtersIn(search))).toBe(search)
  expect(queryOf(filtersIn('?course=first-aid&mentor=7'), names)).toEqual({
    days: '30',
    course: 'first-aid',
    mentor: '7',
  })
})

test('own days take the place of a span, and a filter that the report has not is not sent', () => {
  const filters = filtersIn('?days=7&from=2026-01-05&to=2026-02-01&version=3')
  expect(queryOf(filters, names)).toEqual({ from: '2026-01-05', to: '2026-02-01' })
})

test.each([
  '?days=8',
  '?from=2026-02-01&to=soon',
  '?from=2026-02-30&to=2026-03-05',
  '?from=2026-02-02&to=2026-02-01',
  '?mentor=somebody',
  '?language=xx',
  '?version=-1',
])('what nobody could choose counts as not chosen: %s', search => {
  expect(filtersIn(search)).toEqual(filtersIn(''))
})

test('the nearest days are as many as were chosen', () => {
  const range = { from: '2026-03-01', to: '2026-03-07' }
  expect(daysAt('2026-02-10', range)).toEqual({ from: '2026-02-04', to: '2026-02-10' })
  expect(daysAt('2026-05-10', range)).toEqual({ from: '2026-05-10', to: '2026-05-16' })
})

test('a finding about the people of one mentor leads to these people', () => {
  const filters = filtersIn('?days=90&course=tea&mentor=3&link=irbid')
  expect(pathsFor(filters)).toEqual({
    waitingPeople: '/org/people?filter=waiting&mentor=3',
    silentPeople: '/org/people?filter=silent&mentor=3',
    silentReport: '/org/reports/silent?course=tea&mentor=3&link=irbid',
    courseReport: '/org/reports/courses?course=tea&mentor=3&link=irbid',
  })
})
