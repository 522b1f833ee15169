import { expect, test, vi } from 'vitest'
import { newPageLogItem } from './items/page-log-item.ts'
import { enqueue, outboxState } from './outbox.ts'
import type { OutboxItem } from './store.ts'

const { disk } = vi.hoisted(() => ({ disk: { items: [] as OutboxItem[], canRead: true } }))
vi.mock('../session.ts', () => ({ currentSession: () => ({ uid: 'noura' }), onSessionChange: () => () => {} }))
vi.mock('./background-sync.ts', () => ({ planSending: vi.fn(), cancelSending: vi.fn(), deleteSender: vi.fn() }))
vi.mock('./deliver.ts', () => ({ deliver: () => new Promise(() => {}) }))
vi.mock('./store.ts', () => ({
  saveItem: async (item: OutboxItem) => void disk.items.push(item),
  itemsOf: async () => {
    if (!disk.canRead) throw new DOMException('Internal error.', 'UnknownError')
    return disk.items
  },
}))

const answer = () => newPageLogItem({ lessonId: 'cuts', entry: { userId: 'noura', pageId: 'kit', pageNumber: 4 } })

test('an answer that a full disk took, and does not give back, is not called stored', async () => {
  disk.canRead = false
  await expect(enqueue(answer())).rejects.toThrow()
  disk.canRead = true
  const stored = answer()
  await enqueue(stored)
  expect(outboxState()).toContainEqual(stored)
})
