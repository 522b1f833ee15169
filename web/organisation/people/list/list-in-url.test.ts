import { expect, test } from 'vitest'
import { peopleListIn } from './list-in-url.ts'

test('a link to those who wait shows the longest wait first, and other lists who was here last', () => {
  expect(peopleListIn('?filter=waiting&mentor=3')).toMatchObject({ filter: 'waiting', sort: 'waiting', mentor: '3' })
  expect(peopleListIn('?filter=waiting&sort=name').sort).toBe('name')
  expect([peopleListIn('').sort, peopleListIn('?filter=silent').sort]).toEqual(['active', 'active'])
})
