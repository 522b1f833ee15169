import { expect, test, vi } from 'vitest'
import { DAY } from '../../../contract/time.ts'
import { newPageLogItem } from './page-log-item.ts'

test('an answer that waits has the time of the server, whatever the clock of the phone says', () => {
  const answeredAt = Date.now()
  vi.useFakeTimers({ now: answeredAt - 3 * DAY })
  const entry = { userId: 'noura', pageId: 'last-time', pageNumber: 9, answeredAt }
  expect(newPageLogItem({ lessonId: 'cuts', entry })).toMatchObject({ writtenAt: answeredAt })
  vi.useRealTimers()
})
