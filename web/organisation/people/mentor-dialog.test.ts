import { expect, test } from 'vitest'
import { changeOf } from './mentor-dialog.tsx'

const salma = {
  ...{ id: 1, name: 'Salma', phoneNumber: '+971501111111', uid: 'salma', isActive: true, learners: 9, waiting: 0 },
  ...{ capacity: 50, awaySince: 1, awayUntil: null, coverId: 2, isCoveredElsewhere: false },
}
const shown = { capacity: '50', isAway: true, until: '', cover: '2' }

test('who gives an absent mentor more room leaves the absence as it is: the mentor may have come back meanwhile', () => {
  expect(changeOf(salma, { ...shown, capacity: '60' })).toEqual({ capacity: 60 })
  expect(changeOf(salma, shown)).toEqual({})
  expect(changeOf(salma, { ...shown, cover: '' })).toEqual({ away: { until: null, coverId: null } })
  expect(changeOf(salma, { ...shown, isAway: false })).toEqual({ away: null })
})
