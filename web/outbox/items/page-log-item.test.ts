import { expect, test } from 'vitest'
import { answeredAfter, newPageLogItem } from './page-log-item.ts'

function answered(answeredAt: number, pageId = 'kit') {
  const entry = { userId: 'noura', lessonId: 'cuts', pageId, pageNumber: 4, answer: [], answeredAt }
  return newPageLogItem({ lessonId: 'cuts', entry })
}

const timeOf = (item: ReturnType<typeof answered>) => item.content.entry.answeredAt

test('a second answer is later than the one that waits, also if the clock was set back by a day', () => {
  const day = 24 * 60 * 60 * 1000
  const first = answered(10 * day)
  expect(timeOf(answeredAfter([first], answered(9 * day)))).toBe(10 * day + 1)
  expect(timeOf(answeredAfter([first], answered(11 * day)))).toBe(11 * day)
  expect(timeOf(answeredAfter([first], answered(9 * day, 'pressure'))), 'another page').toBe(9 * day)
})
