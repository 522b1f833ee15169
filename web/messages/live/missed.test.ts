import { expect, test } from 'vitest'
import type { Message } from '../../../contract/messages.ts'
import { missedIn } from './missed.ts'

const from = (uid: string) => ({ from: uid }) as Message

test('more unseen messages than arrived ones mean that some were missed', () => {
  expect(missedIn({}, { noura: 2 }, [from('noura')])).toEqual(['noura'])
  expect(missedIn({ noura: 1 }, { noura: 2, yousef: 1 }, [from('noura'), from('yousef')])).toEqual([])
  expect(missedIn({ noura: 3 }, { noura: 0 }, [])).toEqual([])
})
