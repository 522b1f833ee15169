import type { DBSchema } from 'idb'
import { phoneDatabase } from './phone-database.ts'

/** The kind of item that is a message. */
export const MESSAGE = 'message'

/** One act of one person on its way to the server. Its id is the idempotency key: sent twice, it counts once. */
export type OutboxItem = {
  id: string
  /** Whose it is. It is only ever sent with this person's token. */
  uid: string
  /** Which act (senders.ts knows how each is sent). */
  kind: string
  /** Items of one queue go one after the other, in the order they were written. */
  lane: string
  /** What it is about: a refused item gives way to the next one about the same. */
  about: string
  content: unknown
  /** Epoch ms. */
  writtenAt: number
  tries: number
  /** How the server answered the last try that failed: an HTTP status, 0 where no answer came. */
  lastStatus?: number | undefined
  /** The server will never take it: kept for the person, out of the way of the others. */
  refusedAs?: string
}

type Row = OutboxItem & { order?: number }

interface Schema extends DBSchema {
  letters: { key: number; value: Row; indexes: { uid: string } }
  /** What is too large to be read each time that items are looked at, by item id. */
  enclosures: { key: string; value: ArrayBuffer }
}

const inTransaction = phoneDatabase<Schema>('step-by-step-outbox', 2, (db, from) => {
  if (from < 1) db.createObjectStore('letters', { keyPath: 'order', autoIncrement: true }).createIndex('uid', 'uid')
  db.createObjectStore('enclosures')
})
/** On disk, and not only on its way there. */
const strict = { durability: 'strict' } as const

/** Resolves when the browser has it on disk, with what is attachment, or with nothing of both. The same item is kept once. */
export async function saveItem(item: OutboxItem, attachment?: ArrayBuffer): Promise<void> {
  await inTransaction(
    'readwrite',
    ['letters', 'enclosures'],
    async transaction => {
      const items = transaction.objectStore('letters')
      const enclosures = transaction.objectStore('enclosures')
      const known = await items.index('uid').getAll(item.uid)
      // It was kept late, after it had been given up.
      if (known.some(({ id }) => id === item.id)) return
      const outdated = known.filter(({ about, refusedAs }) => refusedAs !== undefined && about === item.about)
      await Promise.all([
        ...outdated.flatMap(({ id, order }) => [items.delete(order as number), enclosures.delete(id)]),
        items.add(item as Row),
        attachment && enclosures.add(attachment, item.id),
      ])
    },
    strict,
  )
}

/** All items of a person, oldest first. */
export function itemsOf(uid: string): Promise<OutboxItem[]> {
  return inTransaction('readonly', ['letters'], transaction =>
    transaction.objectStore('letters').index('uid').getAll(uid),
  )
}

/** Those of a person that the server does not have yet and may still take, oldest first. */
export async function unsentItemsOf(uid: string): Promise<OutboxItem[]> {
  return (await itemsOf(uid)).filter(item => item.refusedAs === undefined)
}

/** What is attachment in a item, as long as it is here. */
export function attachmentOf({ id }: OutboxItem): Promise<ArrayBuffer | undefined> {
  return inTransaction('readonly', ['enclosures'], transaction => transaction.objectStore('enclosures').get(id))
}

/** Notes how far a item came, unless it is gone or has changed hands since. */
export async function updateItem(item: OutboxItem, news: Partial<OutboxItem>): Promise<void> {
  await inTransaction('readwrite', ['letters'], async transaction => {
    const items = transaction.objectStore('letters')
    const stored = await items.get((item as Row).order as number)
    if (stored?.uid === item.uid) await items.put({ ...stored, ...news })
  })
}

/** Gives all items of these people to somebody else, at once, so that two tabs do it once. Answers how many there were. */
export function reassign(uids: readonly string[], given: (item: OutboxItem) => OutboxItem): Promise<number> {
  return inTransaction(
    'readwrite',
    ['letters'],
    async transaction => {
      const store = transaction.objectStore('letters')
      const items = (await Promise.all(uids.map(uid => store.index('uid').getAll(uid)))).flat()
      await Promise.all(items.map(item => store.put(given(item))))
      return items.length
    },
    strict,
  )
}

export async function removeItem(item: OutboxItem): Promise<void> {
  await inTransaction('readwrite', ['letters', 'enclosures'], transaction =>
    Promise.all([
      transaction.objectStore('letters').delete((item as Row).order as number),
      transaction.objectStore('enclosures').delete(item.id),
    ]),
  )
}
