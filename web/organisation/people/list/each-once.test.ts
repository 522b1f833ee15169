import { expect, test } from 'vitest'
import { eachOnce } from './each-once.ts'

test('Noura, the longest silent, writes while Omar reads the next page, and stands in the list once', () => {
  const [noura, yousef, later] = [{ uid: 'n' }, { uid: 'y' }, { uid: 'n', activeAt: 2 }]
  expect(eachOnce([noura, yousef, later])).toEqual([later, yousef])
})
