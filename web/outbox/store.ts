import type { DBSchema, IDBPDatabase, IDBPObjectStore, StoreNames } from 'idb'
import type { MessageItem } from './items/message-item.ts'
import type { PageLogItem } from './items/page-log-item.ts'
import { phoneDatabase } from './phone-database.ts'

/** A person's action, on its way to the server. A new kind needs a sender, and a text for the note of what waits. */
export type OutboxItem = PageLogItem | MessageItem

type Row = OutboxItem & { order?: number }

interface Schema extends DBSchema {
  letters: { key: number; value: Row; indexes: { uid: string } }
  /** Attachments, by item id. They are too large to be read with every item. */
  enclosures: { key: string; value: ArrayBuffer }
}

let noticeCleared = () => {}
/** True after somebody cleared the storage: items that were read before have another number now, or none. */
let isRenumbered = false
/** Ids of the items that this page removed. */
const removed = new Set<string>()

/**
 * Each database has an empty store whose name contains an id, because names can be read without a transaction. After
 * somebody cleared the storage, there is a new database with another id. A database of an earlier build has no id.
 */
const IDENTITY = 'identity '
let identity: string | undefined

/** Exported for web/shared-phone/personal-rows.ts, too. */
export const inOutbox = phoneDatabase<Schema>('step-by-step-outbox', 2, upgrade, ({ objectStoreNames }) => {
  const before = identity
  identity = [...objectStoreNames].find(name => name.startsWith(IDENTITY)) ?? ''
  if (before === undefined || before === identity) return
  isRenumbered = true
  noticeCleared()
})

/**
 * Calls the listener when somebody cleared the storage while the app is open, before the empty outbox is read. Returns
 * a function that stops it.
 */
export function whenOutboxCleared(listener: () => void): () => void {
  noticeCleared = listener
  return () => {
    noticeCleared = () => {}
  }
}

function upgrade(db: IDBPDatabase<Schema>, from: number): void {
  if (from < 1) {
    db.createObjectStore('letters', { keyPath: 'order', autoIncrement: true }).createIndex('uid', 'uid')
    db.createObjectStore((IDENTITY + crypto.randomUUID()) as 'letters')
  }
  db.createObjectStore('enclosures')
}

/** With this option, a transaction is complete only when it is on disk. */
const strict = { durability: 'strict' } as const

/**
 * Stores item and attachment together; resolves when both are on disk. An item whose id already waits is not stored
 * again. An attachment is written twice. On a nearly full disk Chromium calls the first write complete, fails at the
 * next one, and then loses both. So the next one is made here, where the person can still be told.
 */
export async function saveItem(item: OutboxItem, attachment?: ArrayBuffer): Promise<void> {
  await inOutbox(
    'readwrite',
    ['letters', 'enclosures'],
    async transaction => {
      const items = transaction.objectStore('letters')
      const enclosures = transaction.objectStore('enclosures')
      const known = await items.index('uid').getAll(item.uid)
      const stored = known.find(({ id }) => id === item.id)
      // A first try that timed out may have been written after all. A refused item is replaced, to be sent again.
      if (stored && (stored.refusedAs === undefined || item.refusedAs !== undefined)) return
      const outdated = known.filter(({ about, refusedAs }) => refusedAs !== undefined && about === item.about)
      await Promise.all([
        ...outdated.flatMap(({ id, order }) => [items.delete(order as number), enclosures.delete(id)]),
        items.add(item as Row),
        attachment && enclosures.add(attachment, item.id),
      ])
    },
    strict,
  )
  if (attachment)
    await inOutbox(
      'readwrite',
      ['enclosures'],
      async transaction => {
        const enclosures = transaction.objectStore('enclosures')
        // Another tab may have sent and deleted it meanwhile.
        if ((await enclosures.getKey(item.id)) !== undefined) await enclosures.put(attachment, item.id)
      },
      strict,
    )
}

/** All items of a person, oldest first. */
export function itemsOf(uid: string): Promise<OutboxItem[]> {
  return inOutbox('readonly', ['letters'], transaction => transaction.objectStore('letters').index('uid').getAll(uid))
}

/** The items of a person that still have to be sent, oldest first. */
export async function unsentItemsOf(uid: string): Promise<OutboxItem[]> {
  return (await itemsOf(uid)).filter(item => item.refusedAs === undefined)
}

/** Undefined if there is none, or the browser cleared its storage. */
export function attachmentOf({ id }: OutboxItem): Promise<ArrayBuffer | undefined> {
  return inOutbox('readonly', ['enclosures'], transaction => transaction.objectStore('enclosures').get(id))
}

/** Changes a stored item, unless it was removed or has another owner by now. */
export async function updateItem<Item extends OutboxItem>(item: Item, changes: Partial<Item>): Promise<void> {
  await inOutbox('readwrite', ['letters'], async transaction => {
    const items = transaction.objectStore('letters')
    const stored = isRenumbered ? await rowOf(items, item) : await items.get((item as Row).order as number)
    if (stored?.uid === item.uid) await items.put({ ...stored, ...changes } as Row)
  })
}

/** Replaces all items of these people in one transaction, so that two tabs do it only once. Returns their number. */
export function reassign(uids: readonly string[], change: (item: OutboxItem) => OutboxItem): Promise<number> {
  return inOutbox(
    'readwrite',
    ['letters'],
    async transaction => {
      const store = transaction.objectStore('letters')
      const items = (await Promise.all(uids.map(uid => store.index('uid').getAll(uid)))).flat()
      await Promise.all(items.map(item => store.put(change(item))))
      return items.length
    },
    strict,
  )
}

export async function removeItem(item: OutboxItem): Promise<void> {
  removed.add(item.id)
  await inOutbox('readwrite', ['letters', 'enclosures'], async transaction => {
    const items = transaction.objectStore('letters')
    const stored = isRenumbered ? await rowOf(items, item) : (item as Row)
    await Promise.all([
      stored && items.delete(stored.order as number),
      transaction.objectStore('enclosures').delete(item.id),
    ])
  })
}

export function wasRemoved({ id }: OutboxItem): boolean {
  return removed.has(id)
}

type Items = IDBPObjectStore<Schema, StoreNames<Schema>[], 'letters', 'readwrite'>

/** Finds the row of an item by its id, because another item may have its number now. */
async function rowOf(items: Items, { id, uid }: OutboxItem): Promise<Row | undefined> {
  return (await items.index('uid').getAll(uid)).find(row => row.id === id)
}
