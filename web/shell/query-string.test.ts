import { expect, test } from 'vitest'
import { parseQuery, stringifyQuery } from './query-string.ts'

test.each(['?rid=5', '?rid=007', '?a=1&a=2', '?x=true', '?next=%2F%2Fevil.example', '?name=%D9%86%D9%88%D8%B1%D8%A9'])(
  '%s is carried on as it came',
  query => {
    expect(stringifyQuery(parseQuery(query))).toBe(query)
  },
)

test('an address cannot reach into objects', () => {
  parseQuery('?__proto__[polluted]=1&__proto__=1&constructor.prototype.polluted=1')
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('no query is no question mark', () => {
  expect(stringifyQuery({ rid: undefined })).toBe('')
})
