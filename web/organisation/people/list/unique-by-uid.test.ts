import { expect, test } from 'vitest'
import { uniqueByUid } from './unique-by-uid.ts'

test('Noura, the longest silent, writes while Omar reads the next page, and stands in the list once', () => {
  const [noura, yousef, later] = [{ uid: 'n' }, { uid: 'y' }, { uid: 'n', activeAt: 2 }]
  expect(uniqueByUid([noura, yousef, later])).toEqual([later, yousef])
})
