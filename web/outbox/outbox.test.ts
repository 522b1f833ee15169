import { afterEach, expect, test, vi } from 'vitest'
import { newPageLogItem } from './items/page-log-item.ts'
import { enqueue, openOutbox, outboxState } from './outbox.ts'
import type { OutboxItem } from './store.ts'

const { disk } = vi.hoisted(() => ({
  disk: {
    items: [] as OutboxItem[],
    removed: [] as string[],
    canRead: true,
    loses: false,
    noticeCleared: () => {},
  },
}))
vi.mock('../session.ts', () => ({ currentSession: () => ({ uid: 'noura' }), onSessionChange: () => () => {} }))
vi.mock('./background-sync.ts', () => ({ planSending: vi.fn(), cancelSending: vi.fn(), deleteSender: vi.fn() }))
vi.mock('./deliver.ts', () => ({ deliver: () => new Promise(() => {}) }))
vi.mock('./store.ts', () => ({
  saveItem: async (item: OutboxItem) => {
    // A browser refuses such an item, too.
    if ('order' in item) throw new DOMException('The key path yielded a value that is not a valid key.', 'DataError')
    if (!disk.loses) disk.items.push(Object.assign({ ...item }, { order: disk.items.length + 1 }))
  },
  itemsOf: async () => {
    if (!disk.canRead) throw new DOMException('Internal error.', 'UnknownError')
    return disk.items
  },
  whenOutboxCleared: (listener: () => void) => {
    disk.noticeCleared = listener
    return () => {}
  },
  wasRemoved: ({ id }: OutboxItem) => disk.removed.includes(id),
}))

afterEach(() => {
  disk.items = []
  disk.removed = []
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An answer that waits in an app that is open. `events` are those of its window. */
async function waitingInOpenApp() {
  vi.useFakeTimers()
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('document', events)
  const waiting = answer()
  await enqueue(waiting)
  const close = openOutbox()
  await vi.advanceTimersByTimeAsync(0)
  return { waiting, events, close }
}

const answer = () => newPageLogItem({ lessonId: 'cuts', entry: { userId: 'noura', pageId: 'kit', pageNumber: 4 } })

test('an answer that a full disk took, and does not give back, is not called stored', async () => {
  disk.canRead = false
  await expect(enqueue(answer())).rejects.toThrow()
  disk.canRead = true
  disk.loses = true
  await expect(enqueue(answer())).rejects.toThrow()
  disk.loses = false
  const stored = answer()
  await enqueue(stored)
  expect(outboxState()).toContainEqual(expect.objectContaining(stored))
})

test.each(['before', 'after'])(
  'an answer that waits is stored again after somebody cleared the storage, also if the outbox was read %s that was said',
  async order => {
    const { waiting, events, close } = await waitingInOpenApp()
    disk.items = []
    if (order === 'before') {
      // Reading the outbox makes a new database.
      disk.noticeCleared()
      events.dispatchEvent(new Event('online'))
      await vi.advanceTimersByTimeAsync(0)
      expect(outboxState()).toEqual([])
    }
    events.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
    await vi.advanceTimersByTimeAsync(2000)
    expect(disk.items).toEqual([expect.objectContaining({ id: waiting.id })])
    close()
  },
)

test('an answer that was sent just after somebody cleared the storage is not stored again', async () => {
  const { waiting, close } = await waitingInOpenApp()
  disk.items = []
  disk.noticeCleared()
  disk.removed = [waiting.id]
  await vi.advanceTimersByTimeAsync(2000)
  expect(disk.items).toEqual([])
  close()
})
