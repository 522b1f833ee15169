import { expect, test } from 'vitest'
import { pack, unpack } from './packed.ts'

const roundTrip = (value: unknown) => unpack(pack(value).buffer)

test('an outbox item comes back with its attachment', () => {
  const attachment = new Uint8Array([1, 2, 255]).buffer
  const item = { id: 'a', content: { text: 'تعلّمت', answers: ['1', '2'], at: 7, none: null } }
  expect(roundTrip({ item, attachment })).toEqual({ item, attachment })
})

test('several binary parts keep their order and kind', () => {
  const rows = [{ mp3: new Uint8Array([1, 2]) }, { mp3: new Uint8Array([]) }, { mp3: new Uint8Array([3]).buffer }]
  expect(roundTrip(rows)).toEqual(rows)
})

test('the first page of a conversation has no cursor, and JSON would make null of that', () => {
  const { pageParams } = roundTrip({ pageParams: [undefined, 'older'] }) as { pageParams: unknown[] }
  expect(pageParams).toHaveLength(2)
  expect(pageParams[0]).toBeUndefined()
})

test('a text about dollars is a text', () => {
  expect(roundTrip({ $: 'bandage', price: { $: 3 } })).toEqual({ $: 'bandage', price: { $: 3 } })
})
