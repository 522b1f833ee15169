import { expect, test } from 'vitest'
import type { Message } from '../../../contract/messages.ts'
import { learnersWithMissed } from './missed.ts'

type Counts = Record<string, number>

const from = (uid: string) => ({ from: uid }) as Message

test('more unseen messages than arrived ones mean that some were missed', () => {
  const unseenHere = () => undefined
  const missed = (before: Counts, now: Counts, news: Message[]) => learnersWithMissed(before, now, { news, unseenHere })
  expect(missed({}, { noura: 2 }, [from('noura')])).toEqual(['noura'])
  expect(missed({ noura: 1 }, { noura: 2, yousef: 1 }, [from('noura'), from('yousef')])).toEqual([])
  expect(missed({ noura: 3 }, { noura: 0 }, [])).toEqual([])
})

test('a message that was seen here meanwhile does not hide one that was missed', () => {
  const unseen = (count: number) => ({ news: [], unseenHere: () => count })
  expect(learnersWithMissed({ noura: 1 }, { noura: 1 }, unseen(0))).toEqual(['noura'])
  expect(learnersWithMissed({ noura: 1 }, { noura: 1 }, unseen(1))).toEqual([])
})
