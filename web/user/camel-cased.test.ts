import { expect, test } from 'vitest'
import { camelCased } from './camel-cased.ts'

test('field names with underscores and hyphens become camel case', () => {
  expect(camelCased({ responder_name: 'Salma', 'is-beta': true, uid: 'n1' })).toEqual({
    responderName: 'Salma',
    isBeta: true,
    uid: 'n1',
  })
})

test('no field name changes the prototype of objects', () => {
  const hostile = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 1, "proto_type": 2}')
  expect(Object.keys(camelCased(hostile))).toEqual(['protoType'])
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})
