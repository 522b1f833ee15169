import { expect, test, vi } from 'vitest'
import { ApiError, type ErrorCode } from '../../contract/calls/api-error.ts'
import { deliver } from './deliver.ts'
import type { OutboxItem } from './store.ts'

const item = { uid: 'noura', lane: 'cuts', kind: 'page', tries: 0 } as unknown as OutboxItem

const { sender, updateItem } = vi.hoisted(() => ({ sender: vi.fn(), updateItem: vi.fn() }))
vi.mock('./senders/senders.ts', () => ({ senders: { page: sender } }))
vi.mock('../session.ts', () => ({ currentSession: () => ({ uid: 'noura' }) }))
vi.mock('./store.ts', () => ({ unsentItemsOf: async () => [item], updateItem, removeItem: vi.fn() }))

test.each<ErrorCode>(['auth/unauthorized', 'auth/login-blocked', 'unavailable'])(
  'an item stays in the outbox after %s',
  async code => {
    sender.mockRejectedValue(new ApiError(code))
    await deliver('noura')
    expect(updateItem).toHaveBeenLastCalledWith(item, expect.not.objectContaining({ refusedAs: expect.anything() }))
  },
)
